import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createRoutesStub } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import AlertPage from '#app/alerts/alert-page.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
  window.history.replaceState(null, '', '/')
})

function openGone(hash: string) {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (input: string | URL | Request, init?: RequestInit) => {
    sent.push([String(input), JSON.parse(String(init?.body))])
    return Response.json({ ok: true })
  })
  window.history.replaceState(null, '', `/powiadom/layali-zahran${hash}`)
  const Stub = createRoutesStub([{ path: '/powiadom/:slug', Component: AlertPage, loader: () => null }])
  render(<Stub initialEntries={[`/powiadom/layali-zahran${hash}`]} />)
  return { user: userEvent.setup(), sent }
}

test('the mailed link removes the address also once the product is no longer sold', async () => {
  const { user, sent } = openGone('#token')
  await screen.findByText('Tych perfum nie ma już w sklepie')
  expect(screen.queryByRole('button', { name: 'Włącz powiadomienie' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Nie chcę, usuń mój adres' }))
  await screen.findByText('Adres jest usunięty. Nie napiszemy.')
  expect(sent).toEqual([['/api/product-alerts/end', { token: 'token' }]])
})

test('without a link the page of a product that is no longer sold asks for nothing', async () => {
  openGone('')
  await screen.findByText('Tych perfum nie ma już w sklepie')
  expect(screen.queryByRole('button')).toBeNull()
})
