! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
! Incompressible flow on a grid of blocks with ghost points: many loops, each a region of its own, with reductions, and a pressure
! solver of many short loops in one region. The role of GenIDLEST (Tafti, 2001) in Nanjegowda, Hernandez, Chapman and Jin, "Scalability
! Evaluation of Barrier Algorithms for OpenMP", IWOMP 2009. The method is Chorin's projection (Mathematics of Computation 22, 1968) on
! the staggered grid of Harlow and Welch (1965), with red-black relaxation of the pressure. The flow is the Taylor-Green vortex, whose
! decay is known.
module multiblock
  use, intrinsic :: iso_c_binding
  use omp_lib, only: omp_set_num_threads
  implicit none
  private

  integer, parameter :: blocks = 4                  ! in each direction, periodic
  integer, parameter :: m = 48                      ! points of a block in each direction
  integer, parameter :: sweeps = 10                 ! over the pressure in each step
  integer, parameter :: real8 = c_double
  real(real8), parameter :: pi = 3.14159265358979323846_real8
  real(real8), parameter :: h = 2 * pi / (blocks * m)
  real(real8), parameter :: viscosity = 0.02_real8, dt = 0.01_real8, relaxation = 1.6_real8
  real(real8), parameter :: near = 5e-3_real8       ! to the analytic solution; what the grid and the step leave is below

  type, bind(c) :: app_answer
    real(c_double) :: answer, error, allowed
  end type

  ! u lives on the right edge of a cell, v on the upper one, p in the middle.
  real(real8), dimension(0:m+1, 0:m+1, blocks, blocks) :: u, v, p, us, vs, rhs, u_before, v_before, p_before, u_after, v_after
  real(real8) :: energy, divergence, residual, fastest
  integer :: steps

contains

  subroutine exchange_block(f, bi, bj)
    real(real8), intent(inout) :: f(0:m+1, 0:m+1, blocks, blocks)
    integer, intent(in) :: bi, bj
    integer :: k, west, east, south, north
    west = modulo(bi - 2, blocks) + 1
    east = modulo(bi, blocks) + 1
    south = modulo(bj - 2, blocks) + 1
    north = modulo(bj, blocks) + 1
    do k = 1, m
      f(0, k, bi, bj) = f(m, k, west, bj)
      f(m+1, k, bi, bj) = f(1, k, east, bj)
      f(k, 0, bi, bj) = f(k, m, bi, south)
      f(k, m+1, bi, bj) = f(k, 1, bi, north)
    end do
    f(0, 0, bi, bj) = f(m, m, west, south)
    f(m+1, 0, bi, bj) = f(1, m, east, south)
    f(0, m+1, bi, bj) = f(m, 1, west, north)
    f(m+1, m+1, bi, bj) = f(1, 1, east, north)
  end subroutine

  subroutine exchange_velocity(a, b)
    real(real8), intent(inout), dimension(0:m+1, 0:m+1, blocks, blocks) :: a, b
    integer :: bi, bj
    !$omp parallel do collapse(2) schedule(static)
    do bj = 1, blocks
      do bi = 1, blocks
        call exchange_block(a, bi, bj)
        call exchange_block(b, bi, bj)
      end do
    end do
    !$omp end parallel do
  end subroutine

  ! One row of the velocities without the pressure; returns the greatest of them.
  real(real8) function predict_row(j, bi, bj) result(greatest)
    integer, intent(in) :: j, bi, bj
    real(real8) :: e, w, n, s, change
    integer :: i
    greatest = 0
    do i = 1, m
      e = (u(i, j, bi, bj) + u(i+1, j, bi, bj)) / 2
      w = (u(i-1, j, bi, bj) + u(i, j, bi, bj)) / 2
      n = (v(i, j, bi, bj) + v(i+1, j, bi, bj)) * (u(i, j, bi, bj) + u(i, j+1, bi, bj)) / 4
      s = (v(i, j-1, bi, bj) + v(i+1, j-1, bi, bj)) * (u(i, j-1, bi, bj) + u(i, j, bi, bj)) / 4
      change = viscosity * (u(i+1, j, bi, bj) + u(i-1, j, bi, bj) + u(i, j+1, bi, bj) + u(i, j-1, bi, bj) &
               - 4 * u(i, j, bi, bj)) / h - (e * e - w * w + n - s)
      us(i, j, bi, bj) = u(i, j, bi, bj) + dt / h * change
      n = (v(i, j, bi, bj) + v(i, j+1, bi, bj)) / 2
      s = (v(i, j-1, bi, bj) + v(i, j, bi, bj)) / 2
      e = (u(i, j, bi, bj) + u(i, j+1, bi, bj)) * (v(i, j, bi, bj) + v(i+1, j, bi, bj)) / 4
      w = (u(i-1, j, bi, bj) + u(i-1, j+1, bi, bj)) * (v(i-1, j, bi, bj) + v(i, j, bi, bj)) / 4
      change = viscosity * (v(i+1, j, bi, bj) + v(i-1, j, bi, bj) + v(i, j+1, bi, bj) + v(i, j-1, bi, bj) &
               - 4 * v(i, j, bi, bj)) / h - (e - w + n * n - s * s)
      vs(i, j, bi, bj) = v(i, j, bi, bj) + dt / h * change
      greatest = max(greatest, abs(us(i, j, bi, bj)), abs(vs(i, j, bi, bj)))
    end do
  end function

  subroutine predict()
    integer :: bi, bj, j
    fastest = 0
    !$omp parallel do collapse(3) schedule(static) reduction(max:fastest)
    do bj = 1, blocks
      do bi = 1, blocks
        do j = 1, m
          fastest = max(fastest, predict_row(j, bi, bj))
        end do
      end do
    end do
    !$omp end parallel do
  end subroutine

  subroutine diverge()
    integer :: bi, bj, i, j
    divergence = 0
    !$omp parallel do collapse(2) schedule(static) private(i, j) reduction(+:divergence)
    do bj = 1, blocks
      do bi = 1, blocks
        do j = 1, m
          do i = 1, m
            rhs(i, j, bi, bj) = (us(i, j, bi, bj) - us(i-1, j, bi, bj) + vs(i, j, bi, bj) - vs(i, j-1, bi, bj)) * h / dt
            divergence = divergence + rhs(i, j, bi, bj)**2
          end do
        end do
      end do
    end do
    !$omp end parallel do
  end subroutine

  ! Points of one colour in one block; returns the square of what changed.
  real(real8) function relax_block(colour, bi, bj) result(changed)
    integer, intent(in) :: colour, bi, bj
    real(real8) :: change
    integer :: i, j
    changed = 0
    do j = 1, m
      do i = 1 + modulo(j + colour, 2), m, 2
        change = 0.25_real8 * (p(i-1, j, bi, bj) + p(i+1, j, bi, bj) + p(i, j-1, bi, bj) + p(i, j+1, bi, bj) &
                 - rhs(i, j, bi, bj)) - p(i, j, bi, bj)
        p(i, j, bi, bj) = p(i, j, bi, bj) + relaxation * change
        changed = changed + change**2
      end do
    end do
  end function

  ! All sweeps in one region; four barriers and a reduction in each.
  subroutine relax_pressure()
    integer :: sweep, colour, bi, bj
    !$omp parallel private(sweep, colour)
    do sweep = 1, sweeps
      !$omp single
      residual = 0
      !$omp end single
      do colour = 0, 1
        !$omp do collapse(2) schedule(static) reduction(+:residual)
        do bj = 1, blocks
          do bi = 1, blocks
            residual = residual + relax_block(colour, bi, bj)
          end do
        end do
        !$omp end do
        !$omp do collapse(2) schedule(static)
        do bj = 1, blocks
          do bi = 1, blocks
            call exchange_block(p, bi, bj)
          end do
        end do
        !$omp end do
      end do
    end do
    !$omp end parallel
  end subroutine

  subroutine correct()
    integer :: bi, bj, i, j
    energy = 0
    !$omp parallel do collapse(2) schedule(static) private(i, j) reduction(+:energy)
    do bj = 1, blocks
      do bi = 1, blocks
        do j = 1, m
          do i = 1, m
            u(i, j, bi, bj) = us(i, j, bi, bj) - dt / h * (p(i+1, j, bi, bj) - p(i, j, bi, bj))
            v(i, j, bi, bj) = vs(i, j, bi, bj) - dt / h * (p(i, j+1, bi, bj) - p(i, j, bi, bj))
            energy = energy + u(i, j, bi, bj)**2 + v(i, j, bi, bj)**2
          end do
        end do
      end do
    end do
    !$omp end parallel do
    energy = energy / (blocks * m)**2
  end subroutine

  subroutine advance()
    call exchange_velocity(u, v)
    call predict()
    call exchange_velocity(us, vs)
    call diverge()
    call relax_pressure()
    call correct()
  end subroutine

  subroutine app_prepare(scale) bind(c)
    real(c_double), value :: scale
    real(real8) :: x, y
    integer :: bi, bj, i, j
    steps = max(2, nint(250 * scale))
    !$omp parallel do collapse(2) schedule(static) private(i, j, x, y)
    do bj = 1, blocks
      do bi = 1, blocks
        do j = 0, m + 1
          do i = 0, m + 1
            x = ((bi - 1) * m + i) * h
            y = ((bj - 1) * m + j) * h
            u(i, j, bi, bj) = sin(x) * cos(y - h / 2)
            v(i, j, bi, bj) = -cos(x - h / 2) * sin(y)
            p(i, j, bi, bj) = (cos(2 * x - h) + cos(2 * y - h)) / 4
            us(i, j, bi, bj) = 0
            vs(i, j, bi, bj) = 0
            rhs(i, j, bi, bj) = 0
          end do
        end do
      end do
    end do
    !$omp end parallel do
  end subroutine

  ! Keeps what the last step begins with, for the check.
  subroutine app_run() bind(c)
    integer :: step
    do step = 1, steps
      if (step == steps) then
        u_before = u
        v_before = v
        p_before = p
      end if
      call advance()
    end do
  end subroutine

  ! The answer is the energy. The last step, done once more by one thread, must give the same velocities, bit for bit.
  subroutine app_check(answer) bind(c)
    type(app_answer), intent(out) :: answer
    real(real8) :: decay, distance
    integer :: bi, bj, i, j
    answer%answer = energy
    answer%allowed = 0
    u_after = u
    v_after = v
    u = u_before
    v = v_before
    p = p_before
    call omp_set_num_threads(1)
    call advance()
    answer%error = max(maxval(abs(u - u_after)), maxval(abs(v - v_after)))
    if (.not. abs(energy - answer%answer) <= 1e-12_real8 * energy) answer%error = abs(energy - answer%answer)
    decay = exp(-2 * viscosity * dt * steps)
    distance = 0
    do bj = 1, blocks
      do bi = 1, blocks
        do j = 1, m
          do i = 1, m
            distance = max(distance, abs(u(i, j, bi, bj) - decay * sin(((bi - 1) * m + i) * h) &
                           * cos(((bj - 1) * m + j - 0.5_real8) * h)))
          end do
        end do
      end do
    end do
    if (.not. distance <= near) answer%error = distance
  end subroutine
end module
