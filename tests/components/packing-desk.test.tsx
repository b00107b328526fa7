import { act, render, screen } from '@testing-library/react'
import { createRoutesStub } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import Packing from '#app/admin/packing/packing.tsx'
import { queryClient } from '#app/query-client.ts'
import { stubShop } from './stub-shop.ts'

afterEach(() => {
  queryClient.clear()
  vi.useRealTimers()
})

const DESK = { items: [], packed: [], total: 0, packed_total: 0 }
const DONE = 'Nie ma nic do spakowania.'

/** @param carrier what the shop answers to the question for the carrier; null: nothing, for ever */
async function open(carrier: Response | null) {
  vi.useFakeTimers()
  stubShop({ 'get /api/admin/packing': () => DESK })
  const answer = globalThis.fetch
  vi.stubGlobal('fetch', (input: string, init?: RequestInit) => {
    if (!input.startsWith('/api/admin/carrier')) return answer(input, init)
    return carrier === null ? new Promise<never>(() => undefined) : Promise.resolve(carrier)
  })
  const Stub = createRoutesStub([{ path: '/admin/pakowanie', Component: Packing }])
  render(<Stub initialEntries={['/admin/pakowanie']} />)
  await act(() => vi.advanceTimersByTimeAsync(100))
}

test('the desk comes up at once with the carrier, also with one that cannot be read', async () => {
  await open(Response.json({ error: { code: 'internal_error', message: 'Nie.' } }, { status: 500 }))
  screen.getByText(DONE)
})

test('a carrier that does not answer keeps the desk away for two seconds', async () => {
  await open(null)
  expect(screen.queryByText(DONE)).toBeNull()
  await act(() => vi.advanceTimersByTimeAsync(2_000))
  screen.getByText(DONE)
})
