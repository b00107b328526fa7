import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { applyToCart, clearCart, removeFromCart } from '#app/cart/cart-store.ts'
import { clearDoneToasts, type ToastOptions, toast } from '#app/ui/toast.ts'
import Toaster from '#app/ui/toaster.tsx'

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-24T10:00:00Z') })
})

afterEach(() => {
  vi.useRealTimers()
})

/** Advances in steps, because React renders between two of them. */
async function pass(milliseconds: number): Promise<void> {
  for (let passed = 0; passed < milliseconds; passed += 50) await act(() => vi.advanceTimersByTimeAsync(50))
}

/** Shows these toasts one after another. */
async function ask(...asked: ToastOptions[]): Promise<void> {
  render(<Toaster successMs={4000} />)
  for (const options of asked) await act(async () => toast(options))
  await pass(50)
}

const titles = () => screen.queryAllByRole('dialog').map((card) => card.querySelector('h2')?.textContent)

const CREATED: ToastOptions = { title: 'Konto utworzone', description: 'anna@example.test', tone: 'success' }
const REFUSED: ToastOptions = { title: 'Wybierz sposób dostawy', tone: 'error' }

test('a toast that has the focus stays, and gives the focus back', async () => {
  render(<button type="button">Zapisz</button>)
  const pressed = screen.getByRole('button', { name: 'Zapisz' })
  pressed.focus()
  await ask(CREATED)
  const close = screen.getByRole('button', { name: 'Zamknij powiadomienie' })
  act(() => close.focus())
  await pass(9000)
  expect(titles()).toEqual(['Konto utworzone'])
  fireEvent.click(close)
  expect(document.activeElement).toBe(pressed)
  await pass(300)
  expect(titles()).toEqual([])
})

test('an error is announced at once, and disappears with the success that follows it', async () => {
  await ask({ title: 'Produkt dodany do koszyka' }, REFUSED)
  expect(screen.getByRole('alert').textContent).toBe('Wybierz sposób dostawy')
  await act(async () => toast({ title: 'Zamówienie złożone', tone: 'success' }))
  await pass(50)
  expect(titles()).toEqual(['Zamówienie złożone'])
})

test('of changes that can be undone only the last one is shown, with its undo', async () => {
  const undo = { label: 'Cofnij', onClick: () => {} }
  await ask(
    { title: 'Stan zmieniony', tone: 'success', action: undo },
    { title: 'Zarchiwizowano 2 przesyłki', tone: 'success', action: undo },
  )
  expect(titles()).toEqual(['Zarchiwizowano 2 przesyłki'])
  await pass(4300)
  expect(titles()).toEqual([])
})

test('an urgent toast replaces a confirmation, which is not shown again', async () => {
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

test('an urgent toast is shown, however long it waited', async () => {
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

test('of several confirmations at one time the last one waits for the first, then it is shown', async () => {
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

test('the next toast appears as soon as the present one is closed', async () => {
  await ask({ title: 'Produkt usunięty z koszyka', tone: 'success' }, { title: 'Koszyk wyczyszczony', tone: 'success' })
  expect(titles()).toEqual(['Produkt usunięty z koszyka'])
  fireEvent.click(screen.getByRole('button', { name: 'Zamknij powiadomienie' }))
  await pass(300)
  expect(titles()).toEqual(['Koszyk wyczyszczony'])
})

test('an opening dialog removes confirmations, even before the first toast appears, but no urgent toast', async () => {
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
