import { act, fireEvent, render, screen } from '@testing-library/react'
import { createBrowserRouter, Link, type MiddlewareFunction, Outlet, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FailedNavigation, settleFailedNavigation } from '#app/ui/failed-navigation.tsx'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

const SENTENCE = 'Nie udało się wczytać strony.'

/** A shop of two pages, of which the second is asked for by `asks`, settled by the test. */
async function openShop() {
  window.history.replaceState(null, '', '/')
  const asks: PromiseWithResolvers<null>[] = []
  const loader = () => {
    const ask = Promise.withResolvers<null>()
    asks.push(ask)
    return ask.promise
  }
  const Frame = () => (
    <>
      <FailedNavigation />
      <Link to="/sklep">SKLEP</Link>
      <Outlet />
    </>
  )
  const router = createBrowserRouter([
    {
      Component: Frame,
      HydrateFallback: () => null,
      middleware: [settleFailedNavigation as MiddlewareFunction],
      children: [
        { path: '/', element: <h1>Perfumeria</h1> },
        { path: '/sklep', loader, element: <h1>Sklep</h1> },
      ],
    },
  ])
  await act(async () => render(<RouterProvider router={router} />))
  return asks
}

test('a page that fails again when the connection is back is asked for twice more, however long each answer takes', async () => {
  const asks = await openShop()
  const settle = async (index: number, how: (ask: PromiseWithResolvers<null>) => void) => {
    const ask = asks[index]
    if (!ask) throw new Error(`The page was asked for ${asks.length} times.`)
    await act(async () => how(ask))
  }
  const fail = (index: number) => settle(index, ({ reject }) => reject(new TypeError('Failed to fetch')))
  const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

  await act(async () => fireEvent.click(screen.getByRole('link', { name: 'SKLEP' })))
  await fail(0)
  screen.getByText(SENTENCE)
  await wait(60_000)
  expect(asks.length).toBe(1)

  await act(async () => fireEvent(window, new Event('online')))
  await wait(60_000)
  expect(asks.length).toBe(2)
  await fail(1)
  screen.getByText(SENTENCE)
  await wait(60_000)
  expect(asks.length).toBe(3)
  await fail(2)
  await wait(60_000)
  expect(asks.length).toBe(4)
  await fail(3)
  await wait(60_000)
  // The visitor decides from here on.
  expect(asks.length).toBe(4)
  screen.getByText(SENTENCE)

  await act(async () => fireEvent(window, new Event('online')))
  await wait(0)
  await settle(4, ({ resolve }) => resolve(null))
  screen.getByRole('heading', { name: 'Sklep' })
  expect(screen.queryByText(SENTENCE)).toBeNull()
})

test('a page that was asked for without a connection, and fails once it is back, is asked for again', async () => {
  const asks = await openShop()
  await act(async () => fireEvent.click(screen.getByRole('link', { name: 'SKLEP' })))
  await act(async () => fireEvent(window, new Event('online')))
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  await act(async () => asks[0]?.reject(new TypeError('Failed to fetch')))
  await act(() => vi.advanceTimersByTimeAsync(0))
  expect(asks.length).toBe(2)
  await act(async () => asks[1]?.resolve(null))
  screen.getByRole('heading', { name: 'Sklep' })
})
