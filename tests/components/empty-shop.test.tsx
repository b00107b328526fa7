import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { sessionChanged } from '#app/account/session.ts'
import { EmptyShop } from '#app/catalog/empty-shop.tsx'

afterEach(() => vi.unstubAllGlobals())

async function open(user: object | null) {
  vi.stubGlobal('fetch', async () => Response.json({ user, expires_at: null }))
  await sessionChanged('SIGNED_IN')
  return render(
    <MemoryRouter>
      <EmptyShop />
    </MemoryRouter>,
  )
}

test('a shop without products tells buyers that it is being set up, and its owner where the first product is added', async () => {
  const { unmount } = await open(null)
  screen.getByText(/^Sklep dopiero się urządza\./)
  expect(screen.queryByRole('link')).toBeNull()
  unmount()
  await open({ id: 'b0000000-0000-4000-8000-000000000000', email: 'admin@example.test', role: 'admin' })
  const add = await screen.findByRole('link', { name: 'Dodaj pierwszy produkt' })
  expect(add.getAttribute('href')).toBe('/admin/produkty?produkt=nowy')
})
