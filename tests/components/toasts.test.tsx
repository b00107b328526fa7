import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { applyToCart, clearCart, removeFromCart } from '#app/cart/cart-store.ts'
import { clearDoneToasts, type ToastOptions, toast } from '#app/ui/toast.ts'
import Toaster from '#app/ui/toaster.tsx'

const PHONE = ['(max-width: 39.99rem)', '(hover: none)']
const original = window.matchMedia

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-24T10:00:00Z') })
  window.matchMedia = (query) => ({ ...original(query), matches: PHONE.includes(query) })
})

afterEach(() => {
  window.matchMedia = original
  vi.useRealTimers()
})

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))

/** Shows these toasts one after another on a phone. */
async function ask(...asked: ToastOptions[]): Promise<void> {
  render(<Toaster successMs={4000} />)
  for (const options of asked) await act(async () => toast(options))
  await pass(50)
}

const titles = () => screen.queryAllByRole('dialog').map((card) => card.querySelector('h2')?.textContent)

const CREATED: ToastOptions = { title: 'Konto utworzone', description: 'anna@example.test', tone: 'success' }
const REFUSED: ToastOptions = { title: 'Wybierz sposób dostawy', tone: 'error' }

test('a toast under the finger of the last tap closes after its 4 seconds', async () => {
  await ask(CREATED)
  expect(titles()).toEqual(['Konto utworzone'])
  // Touch screens report that no mouse hovers.
  const region = screen.getByRole('region', { name: /Powiadomienia/ })
  fireEvent.mouseEnter(region)
  fireEvent.mouseMove(region)
  await pass(3800)
  expect(titles()).toEqual(['Konto utworzone'])
  await pass(700)
  expect(titles()).toEqual([])
})

test('a toast that has to be seen replaces a confirmation, which is not shown again', async () => {
  await ask(CREATED, { title: 'Przechodzimy do płatności', urgent: true })
  expect(titles()).toEqual(['Przechodzimy do płatności'])
  await pass(4600)
  expect(titles()).toEqual([])
})

test('after an error a confirmation is not shown again, but a toast with undo is', async () => {
  const undo = { label: 'Cofnij', onClick: () => {} }
  await ask(CREATED, { title: 'Produkt usunięty z koszyka', action: undo }, REFUSED)
  expect(titles()).toEqual(['Wybierz sposób dostawy'])
  await pass(4600)
  expect(titles()).toEqual(['Produkt usunięty z koszyka'])
  await pass(4600)
  expect(titles()).toEqual([])
})

test('a confirmation that waited for more than one toast is not shown', async () => {
  await ask({ ...CREATED, durationMs: 10_000 }, { title: 'Produkt dodany do koszyka', tone: 'success' })
  expect(titles()).toEqual(['Konto utworzone'])
  await pass(10_600)
  expect(titles()).toEqual([])
})

test('a toast that has to be seen is shown, however long it waited', async () => {
  await ask({ ...CREATED, durationMs: 10_000 }, { title: 'Nie wszystko da się zamówić' })
  await pass(10_600)
  expect(titles()).toEqual(['Nie wszystko da się zamówić'])
})

test('a confirmation is replaced by the next one, once it could be read', async () => {
  await ask({ title: 'Dane zapisane', tone: 'success' })
  await pass(1500)
  await act(async () => toast({ title: 'Hasło zmienione', tone: 'success' }))
  await pass(300)
  expect(titles()).toEqual(['Hasło zmienione'])
  await pass(4600)
  expect(titles()).toEqual([])
})

test('of several confirmations in one moment the last waits for the first, then it is shown', async () => {
  await ask(CREATED, { title: 'Wylogowano urządzenie', tone: 'success' }, { title: 'Hasło zmienione', tone: 'success' })
  expect(titles()).toEqual(['Konto utworzone'])
  await pass(4300)
  expect(titles()).toEqual(['Hasło zmienione'])
})

test('a confirmation that waited for one toast is shown', async () => {
  await ask(CREATED, { title: 'Opinia dodana', tone: 'success' })
  await pass(4300)
  expect(titles()).toEqual(['Opinia dodana'])
})

test('on a phone the next toast appears as soon as the present one is closed', async () => {
  await ask({ title: 'Produkt usunięty z koszyka', tone: 'success' }, { title: 'Koszyk wyczyszczony', tone: 'success' })
  expect(titles()).toEqual(['Produkt usunięty z koszyka'])
  fireEvent.click(screen.getByRole('button', { name: 'Zamknij powiadomienie' }))
  await pass(300)
  expect(titles()).toEqual(['Koszyk wyczyszczony'])
})

test('an opening dialog removes confirmations, even before the first toast appears, but no toast that has to be seen', async () => {
  const gone = { title: 'Nie wszystko da się zamówić', urgent: true }
  toast({ title: 'Opinia dodana', tone: 'success' })
  toast(gone)
  clearDoneToasts()
  await ask()
  expect(titles()).toEqual(['Nie wszystko da się zamówić'])
  await act(async () => clearDoneToasts())
  await pass(300)
  expect(titles()).toEqual(['Nie wszystko da się zamówić'])
})

test('the toast of the emptied cart replaces earlier toasts about removed items', async () => {
  const item = { id: 'p1', name: 'Anbar Sahili', price: 119, quantity: 1, image_url: null, brand_name: 'Evarisse' }
  applyToCart({ type: 'restore', cart: [item, { ...item, id: 'p2', name: 'Asal Nuwara' }] })
  await ask()
  await act(async () => removeFromCart('p1'))
  await pass(1500)
  expect(titles()).toEqual(['Produkt usunięty z koszyka'])
  await act(async () => clearCart())
  await pass(50)
  expect(titles()).toEqual(['Koszyk wyczyszczony'])
})
