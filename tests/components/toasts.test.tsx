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

test('a toast under the finger of the last tap goes after its 4 seconds', async () => {
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

test('what has to be seen takes the place of what was done, which does not come back', async () => {
  await ask(CREATED, { title: 'Przechodzimy do płatności', urgent: true })
  expect(titles()).toEqual(['Przechodzimy do płatności'])
  await pass(4600)
  expect(titles()).toEqual([])
})

test('after an error nothing comes back that only said what was done; what can be undone does', async () => {
  const undo = { label: 'Cofnij', onClick: () => {} }
  await ask(CREATED, { title: 'Produkt usunięty z koszyka', action: undo }, REFUSED)
  expect(titles()).toEqual(['Wybierz sposób dostawy'])
  await pass(4600)
  expect(titles()).toEqual(['Produkt usunięty z koszyka'])
  await pass(4600)
  expect(titles()).toEqual([])
})

test('what was done and waited for more than one other is not told any more', async () => {
  await ask({ ...CREATED, durationMs: 10_000 }, { title: 'Produkt dodany do koszyka', tone: 'success' })
  expect(titles()).toEqual(['Konto utworzone'])
  await pass(10_600)
  expect(titles()).toEqual([])
})

test('what has to be known is told, however long it waited', async () => {
  await ask({ ...CREATED, durationMs: 10_000 }, { title: 'Nie wszystko da się zamówić' })
  await pass(10_600)
  expect(titles()).toEqual(['Nie wszystko da się zamówić'])
})

test('what was done gives way to what is done next, once it could be read', async () => {
  await ask({ title: 'Dane zapisane', tone: 'success' })
  await pass(1500)
  await act(async () => toast({ title: 'Hasło zmienione', tone: 'success' }))
  await pass(300)
  expect(titles()).toEqual(['Hasło zmienione'])
  await pass(4600)
  expect(titles()).toEqual([])
})

test('of what was done in a moment the last waits for the first, and is told', async () => {
  await ask(CREATED, { title: 'Wylogowano urządzenie', tone: 'success' }, { title: 'Hasło zmienione', tone: 'success' })
  expect(titles()).toEqual(['Konto utworzone'])
  await pass(4300)
  expect(titles()).toEqual(['Hasło zmienione'])
})

test('what waited for one other is told', async () => {
  await ask(CREATED, { title: 'Opinia dodana', tone: 'success' })
  await pass(4300)
  expect(titles()).toEqual(['Opinia dodana'])
})

test('on a phone the next comes as soon as the one that stands is closed', async () => {
  await ask({ title: 'Produkt usunięty z koszyka', tone: 'success' }, { title: 'Koszyk wyczyszczony', tone: 'success' })
  expect(titles()).toEqual(['Produkt usunięty z koszyka'])
  fireEvent.click(screen.getByRole('button', { name: 'Zamknij powiadomienie' }))
  await pass(300)
  expect(titles()).toEqual(['Koszyk wyczyszczony'])
})

test('a dialog that opens takes away what was done, also before the first toast stands, but not what has to be seen', async () => {
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

test('the emptied cart takes the place of what was taken out of it before', async () => {
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
