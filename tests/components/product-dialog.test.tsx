import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { Page, PRODUCT, press, setUpProduct } from './open-product.tsx'
import { refusal } from './stub-shop.ts'

const shop = setUpProduct()
const PATH = `/api/products/${PRODUCT.slug}`

async function openProduct() {
  const router = createMemoryRouter([{ path: '/sklep', element: <Page /> }], { initialEntries: ['/sklep'] })
  const user = userEvent.setup({ delay: null })
  render(<RouterProvider router={router} />)
  await press(user, 'Misk Fajri')
  return { user, dialog: within(await screen.findByRole('dialog')) }
}

test('a product withdrawn while the list was open: the dialog says so, sells nothing, and Escape leads back', async () => {
  shop.answers[PATH] = () => refusal(404, 'product_not_found', 'Nie znaleziono produktu')
  const { user, dialog } = await openProduct()
  await dialog.findByRole('heading', { name: 'Nie znaleziono produktu' })
  expect(screen.queryByRole('button', { name: 'Kup teraz' })).toBeNull()
  await user.keyboard('{Escape}')
  await screen.findByText('Lista')
})

test('the dialog of a sold-out product says so at picture and price, and sells nothing', async () => {
  shop.answers[PATH] = () => Response.json({ ...PRODUCT, out_of_stock: true })
  const { dialog } = await openProduct()
  expect(await dialog.findAllByText('Produkt wyprzedany')).toHaveLength(2)
  expect(dialog.getAllByRole('list', { name: 'Oznaczenia' })[0]?.textContent).toContain('WYPRZEDANE')
  expect(screen.queryByRole('button', { name: /Dodaj do koszyka|Kup teraz/ })).toBeNull()
})

test('a product that could not be loaded is loaded again when the connection is back', async () => {
  shop.answers[PATH] = () => {
    throw new TypeError('offline')
  }
  const { dialog } = await openProduct()
  await dialog.findByText('Nie udało się wczytać produktu.', {}, { timeout: 10_000 })
  window.dispatchEvent(new Event('offline'))
  shop.answers[PATH] = () => Response.json(PRODUCT)
  window.dispatchEvent(new Event('online'))
  await dialog.findByRole('button', { name: 'Kup teraz' }, { timeout: 5000 })
})
