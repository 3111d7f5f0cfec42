# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Sorts, groups, writes and reads a table of as many rows as the argument says, and lets forked children sort it.
library(data.table)

rows <- as.integer(commandArgs(trailingOnly = TRUE)[1])
setDTthreads(0, throttle = 1L)
x <- seq_len(rows)
table <- data.table(group = (x * 7L) %% 1009L, value = (x * 31L) %% 97L, root = sqrt(x))
setkey(table, group, value)
groups <- table[, .(sum = sum(value)), by = group]
cat("groups", nrow(groups), "\n")
cat("sums like base R", all(groups$sum == tapply(table$value, table$group, sum)), "\n")

children <- parallel::mclapply(0:3, function(part) {
  mine <- table[group %% 4L == part]
  setorder(mine, -root)
  sum(mine$value[1:1000])
}, mc.cores = 2)
cat("forked", paste(unlist(children), collapse = " "))
cat("\n")

# The threads of the parent have to work after the fork too.
fwrite(table, "table.csv")
back <- fread("table.csv")
cat("read back", isTRUE(all.equal(table, back, check.attributes = FALSE)), "\n")
