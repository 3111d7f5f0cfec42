! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
! Conjugate gradients on the 2-D Laplace equation, preconditioned by additive Schwarz: the role of ASPCG in Nanjegowda, Hernandez,
! Chapman and Jin, "Scalability Evaluation of Barrier Algorithms for OpenMP", IWOMP 2009. The method is in Smith, Bjorstad and Gropp,
! "Domain Decomposition", 1996. All of a solve is one parallel region: loops with and without reductions, and singles, seven barriers an
! iteration. The boundary is that of u = sin(pi x) sinh(pi y) / sinh(pi), so the answer is known.
module aspcg
  use, intrinsic :: iso_c_binding
  implicit none
  private

  integer, parameter :: side = 128                  ! inner points of the grid in each direction
  integer, parameter :: domains = 8                 ! subdomains in each direction
  integer, parameter :: overlap = 2                 ! points by which a subdomain reaches into the next
  integer, parameter :: widest = side / domains + 2 * overlap
  integer, parameter :: sweeps = 2                  ! of symmetric Gauss-Seidel in a subdomain: a symmetric preconditioner
  integer, parameter :: iterations = 140             ! enough for `allowed`, and the same for all
  real(c_double), parameter :: allowed = 1e-8_c_double
  real(c_double), parameter :: pi = 3.14159265358979323846_c_double

  type, bind(c) :: app_answer
    real(c_double) :: answer, error, allowed
  end type

  real(c_double) :: u(0:side+1, 0:side+1), r(0:side+1, 0:side+1), z(0:side+1, 0:side+1)
  real(c_double) :: p(0:side+1, 0:side+1), q(0:side+1, 0:side+1)
  real(c_double) :: local(0:widest+1, 0:widest+1, domains, domains)
  real(c_double) :: rz, rz_before, pq, alpha, beta
  integer :: solves

contains

  pure real(c_double) function exact(i, j)
    integer, intent(in) :: i, j
    real(c_double) :: x, y
    x = real(i, c_double) / (side + 1)
    y = real(j, c_double) / (side + 1)
    exact = sin(pi * x) * sinh(pi * y) / sinh(pi)
  end function

  ! The points of the k-th subdomain in one direction.
  pure integer function first_of(k)
    integer, intent(in) :: k
    first_of = max(1, (k - 1) * (side / domains) + 1 - overlap)
  end function

  pure integer function last_of(k)
    integer, intent(in) :: k
    last_of = min(side, k * (side / domains) + overlap)
  end function

  ! Solves for the residual on one subdomain, roughly: symmetric Gauss-Seidel from zero.
  subroutine solve_domain(di, dj)
    integer, intent(in) :: di, dj
    integer :: i, j, i0, j0, ni, nj, sweep
    i0 = first_of(di) - 1
    j0 = first_of(dj) - 1
    ni = last_of(di) - i0
    nj = last_of(dj) - j0
    local(:, :, di, dj) = 0
    do sweep = 1, sweeps
      do j = 1, nj
        do i = 1, ni
          local(i, j, di, dj) = 0.25_c_double * (r(i0+i, j0+j) + local(i-1, j, di, dj) + local(i+1, j, di, dj) &
                                + local(i, j-1, di, dj) + local(i, j+1, di, dj))
        end do
      end do
      do j = nj, 1, -1
        do i = ni, 1, -1
          local(i, j, di, dj) = 0.25_c_double * (r(i0+i, j0+j) + local(i-1, j, di, dj) + local(i+1, j, di, dj) &
                                + local(i, j-1, di, dj) + local(i, j+1, di, dj))
        end do
      end do
    end do
  end subroutine

  ! Column j of the sum of what all subdomains found.
  subroutine add_domains(j)
    integer, intent(in) :: j
    integer :: i, di, dj, i0, j0
    z(:, j) = 0
    do dj = 1, domains
      if (j < first_of(dj) .or. j > last_of(dj)) cycle
      j0 = first_of(dj) - 1
      do di = 1, domains
        i0 = first_of(di) - 1
        do i = first_of(di), last_of(di)
          z(i, j) = z(i, j) + local(i - i0, j - j0, di, dj)
        end do
      end do
    end do
  end subroutine

  ! To be called by all threads of a team. Afterwards z and rz are those of r.
  subroutine precondition()
    integer :: i, j, di, dj
    !$omp do collapse(2) schedule(static)
    do dj = 1, domains
      do di = 1, domains
        call solve_domain(di, dj)
      end do
    end do
    !$omp end do
    !$omp do schedule(static) reduction(+:rz)
    do j = 1, side
      call add_domains(j)
      do i = 1, side
        rz = rz + r(i, j) * z(i, j)
      end do
    end do
    !$omp end do
  end subroutine

  ! To be called by all threads of a team. The first guess is zero inside; the boundary is in u.
  subroutine start()
    integer :: i, j
    !$omp single
    rz = 0
    pq = 0
    !$omp end single
    !$omp do schedule(static)
    do j = 1, side
      do i = 1, side
        u(i, j) = 0
      end do
    end do
    !$omp end do
    !$omp do schedule(static)
    do j = 1, side
      do i = 1, side
        r(i, j) = u(i-1, j) + u(i+1, j) + u(i, j-1) + u(i, j+1)
      end do
    end do
    !$omp end do
    call precondition()
    !$omp do schedule(static)
    do j = 1, side
      do i = 1, side
        p(i, j) = z(i, j)
      end do
    end do
    !$omp end do
  end subroutine

  ! To be called by all threads of a team.
  subroutine iterate()
    integer :: i, j
    !$omp do schedule(static) reduction(+:pq)
    do j = 1, side
      do i = 1, side
        q(i, j) = 4 * p(i, j) - p(i-1, j) - p(i+1, j) - p(i, j-1) - p(i, j+1)
        pq = pq + p(i, j) * q(i, j)
      end do
    end do
    !$omp end do
    !$omp single
    alpha = rz / pq
    rz_before = rz
    rz = 0
    pq = 0
    !$omp end single
    !$omp do schedule(static)
    do j = 1, side
      do i = 1, side
        u(i, j) = u(i, j) + alpha * p(i, j)
        r(i, j) = r(i, j) - alpha * q(i, j)
      end do
    end do
    !$omp end do
    call precondition()
    !$omp single
    beta = rz / rz_before
    !$omp end single
    !$omp do schedule(static)
    do j = 1, side
      do i = 1, side
        p(i, j) = z(i, j) + beta * p(i, j)
      end do
    end do
    !$omp end do
  end subroutine

  subroutine app_prepare(scale) bind(c)
    real(c_double), value :: scale
    integer :: i, j
    solves = max(1, nint(8 * scale))
    !$omp parallel do schedule(static)
    do j = 0, side + 1
      do i = 0, side + 1
        u(i, j) = 0
        if (i == 0 .or. j == 0 .or. i == side + 1 .or. j == side + 1) u(i, j) = exact(i, j)
      end do
      r(:, j) = 0
      z(:, j) = 0
      p(:, j) = 0
      q(:, j) = 0
    end do
    !$omp end parallel do
  end subroutine

  subroutine app_run() bind(c)
    integer :: solve, iteration
    do solve = 1, solves
      !$omp parallel private(iteration)
      call start()
      do iteration = 1, iterations
        call iterate()
      end do
      !$omp end parallel
    end do
  end subroutine

  ! The answer is the distance from the solution of the differential equation, the error is what is left of the residual.
  subroutine app_check(answer) bind(c)
    type(app_answer), intent(out) :: answer
    real(c_double) :: left, whole, inside
    integer :: i, j
    left = 0
    whole = 0
    answer%answer = 0
    do j = 1, side
      do i = 1, side
        inside = u(i-1, j) + u(i+1, j) + u(i, j-1) + u(i, j+1)
        left = left + (inside - 4 * u(i, j))**2
        whole = whole + exact(i, j)**2
        answer%answer = max(answer%answer, abs(u(i, j) - exact(i, j)))
      end do
    end do
    answer%error = sqrt(left / whole)
    answer%allowed = allowed
    ! pi**4 / 24 times the square of the step bounds the distance for this solution.
    if (.not. answer%answer <= pi**4 / 24 / real(side + 1, c_double)**2) answer%error = answer%answer
  end subroutine
end module
