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

test('a product withdrawn while the list was open: the dialog says so, offers nothing, and Escape leads to the list', async () => {
  shop.answers[PATH] = () => refusal(404, 'product_not_found', 'Nie znaleziono produktu')
  const { user, dialog } = await openProduct()
  await dialog.findByRole('heading', { name: 'Nie znaleziono produktu' })
  expect(screen.queryByRole('button', { name: 'Kup teraz' })).toBeNull()
  await user.keyboard('{Escape}')
  await screen.findByText('Lista')
})

test('a sold-out product: its dialog says so at picture and price, and sells nothing', async () => {
  shop.answers[PATH] = () => Response.json({ ...PRODUCT, out_of_stock: true })
  const { dialog } = await openProduct()
  expect(await dialog.findAllByText('Produkt wyprzedany')).toHaveLength(2)
  expect(dialog.getAllByRole('list', { name: 'Oznaczenia' })[0]?.textContent).toContain('WYPRZEDANE')
  expect(screen.queryByRole('button', { name: /Dodaj do koszyka|Kup teraz/ })).toBeNull()
})
