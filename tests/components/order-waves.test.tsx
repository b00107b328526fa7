import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createRoutesStub } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { OrderWaves } from '#app/admin/accounts/order-waves-card.tsx'
import { queryClient } from '#app/query-client.ts'
import Toaster from '#app/ui/toaster.tsx'
import type { CancelledWave, OrderWave } from '#domain/orders/admin/order-waves.ts'

const READ_AT = '2026-11-24T09:05:00.000Z'
const LAST = '00000000-0000-4000-8000-000000000009'
const WAVE: OrderWave = {
  network: '198.51.100.7',
  accounts: 37,
  parcels: 22,
  pieces: 44,
  total_grosze: 523_600,
  held: 3,
  orders: [{ id: LAST, number: '12442231', name: 'Jan Nikt' }],
}

type Step = CancelledWave | 'lost'
const steps: (() => Promise<Step>)[] = []
const asked: unknown[] = []

async function answer(path: string, init?: RequestInit): Promise<Response> {
  if (path === '/api/admin/order-waves') return Response.json({ waves: [WAVE], read_at: READ_AT })
  if (path !== '/api/admin/order-waves/cancel') throw new Error(path)
  asked.push(JSON.parse(String(init?.body)))
  const step = await steps.shift()?.()
  return step === undefined || step === 'lost' ? new Response('', { status: 502 }) : Response.json(step)
}

afterEach(() => {
  vi.unstubAllGlobals()
  queryClient.clear()
  asked.length = 0
  steps.length = 0
})

async function openQuestion() {
  vi.stubGlobal('fetch', answer)
  const Page = createRoutesStub([{ path: '/', Component: OrderWaves }])
  render(
    <>
      <Page />
      <Toaster successMs={5000} />
    </>,
  )
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Anuluj zamówienia' }))
  const question = await screen.findByRole('dialog', { name: /^Anulować 22.paczki/ })
  return { question, press: () => user.click(within(question).getByRole('button', { name: 'Anuluj zamówienia' })) }
}

test('a wave shows who ordered what and the held pieces; cancelling runs in steps and shows its progress', async () => {
  const second = Promise.withResolvers<Step>()
  steps.push(
    async () => ({ cancelled: 19, failed: 1, next: LAST }),
    () => second.promise,
  )
  const { question, press } = await openQuestion()
  screen.getByText('Sieć 198.51.100.7: 37 nowych kont, 22 paczki')
  screen.getByText('44 sztuki za 5 236,00 zł, czeka na potwierdzenie: 3')
  within(question).getByText(/^44 sztuki z 22 paczek wróci do sprzedaży\./)
  await press()
  await within(question).findByText('Anulowane: 20. Nie zamykaj strony.')
  second.resolve({ cancelled: 2, failed: 0, next: null })
  await screen.findByText('Anulowane: 21, nie udało się: 1')
  expect(asked).toEqual([
    { network: '198.51.100.7', read_at: READ_AT, after: null },
    { network: '198.51.100.7', read_at: READ_AT, after: LAST },
  ])
  await vi.waitFor(() => expect(screen.queryByRole('dialog', { name: /^Anulować 22.paczki/ })).toBeNull())
})

test('if the connection breaks, the admin reads that the rest stays, and to cancel it again', async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  steps.push(
    async () => ({ cancelled: 20, failed: 0, next: LAST }),
    async () => 'lost',
  )
  const { press } = await openQuestion()
  await press()
  await screen.findByText(/^Brak połączenia ze sklepem\. Reszta zamówień została: anuluj je jeszcze raz/)
})
