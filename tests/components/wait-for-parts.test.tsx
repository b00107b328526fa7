import { act, renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { useWaitForParts } from '#app/admin/ui/wait-for-parts.ts'

afterEach(() => vi.useRealTimers())

test('a page waits for its parts, and once it stood, a part that is asked for later does not take it away', () => {
  const { result, rerender } = renderHook(useWaitForParts, { initialProps: true })
  expect(result.current).toBe(true)
  rerender(false)
  expect(result.current).toBe(false)
  rerender(true)
  expect(result.current).toBe(false)
})

test('parts that do not come are waited for two seconds', () => {
  vi.useFakeTimers()
  const { result } = renderHook(useWaitForParts, { initialProps: true })
  act(() => vi.advanceTimersByTime(1_900))
  expect(result.current).toBe(true)
  act(() => vi.advanceTimersByTime(200))
  expect(result.current).toBe(false)
})
