import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ComponentType } from 'react'
import { createRoutesStub } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { ActiveShipments } from '#app/admin/shipments/active-shipments.tsx'
import { ArchivedShipments } from '#app/admin/shipments/archived-shipments.tsx'
import { queryClient } from '#app/query-client.ts'
import type { AdminParcel } from '#domain/shipping/admin/admin-parcel.ts'

const SIZES = { locker_template: 'small', length_mm: 100, width_mm: 100, height_mm: 100, weight_grams: 500 }

/** A parcel of one order with these eight digits. */
function aParcel(number: string, locker: string | null): AdminParcel {
  const id = `${number}-0000-4000-8000-0000${number}`
  const at = '2026-11-20T10:00:00.000Z'
  return {
    checkout_id: id,
    created_at: at,
    total_grosze: 11599,
    due_grosze: null,
    carrier: null,
    warnings: [],
    shipments: [
      {
        id,
        version: 'v1',
        status: 'created',
        archived_at: null,
        packed_at: null,
        tracking_number: null,
        label_url: null,
        receiver_name: 'Aleksandra Żółć',
        receiver_phone: '+48600700800',
        receiver_email: 'ola@example.test',
        parcel_locker_id: locker,
        parcel_locker_name: locker,
        created_at: at,
        updated_at: at,
        order: {
          id,
          status: 'paid',
          payment_status: 'paid',
          shipping_method: locker === null ? 'prepaid_courier' : 'prepaid_locker',
          total_amount: 115.99,
          total_grosze: 11599,
          street: 'Źródlana',
          house_number: '12a',
          postal_code: '31-005',
          city: 'Kraków',
          parcel_locker_address: null,
          created_at: at,
          items: [],
          gift: null,
          facts: [],
        },
      },
    ],
  }
}

afterEach(() => {
  vi.unstubAllGlobals()
  queryClient.clear()
})

async function show(
  Component: ComponentType,
  onUpdate: (body: { knows: string[] }) => Response = () => new Response(),
) {
  const items = [aParcel('12442231', 'WAW-007'), aParcel('55667788', null)]
  vi.stubGlobal('fetch', async (path: string, { method, body }: { method?: string; body?: string } = {}) =>
    method === 'PATCH'
      ? onUpdate(JSON.parse(body ?? ''))
      : path === '/api/admin/carrier'
        ? Response.json({ configured: true, sizes: SIZES, run_id: null })
        : Response.json({ items, total: 2, page: 1, pages: 1, archived: 2, next: null }),
  )
  const Page = createRoutesStub([{ path: '/', Component }])
  render(<Page />)
  await screen.findByRole('article', { name: 'Przesyłka 12442231' })
  return userEvent.setup()
}

test('a shipment’s card shows receiver and destination, and under ‘Dostawa’ how to reach the receiver', async () => {
  const user = await show(ActiveShipments)
  const words = (number: string) => screen.getByRole('article', { name: `Przesyłka ${number}` }).textContent
  expect(words('12442231')).toContain('Aleksandra Żółć · WAW-007')
  expect(words('55667788')).toContain('Aleksandra Żółć · kurier')
  await user.click(screen.getAllByRole('tab', { name: 'Dostawa' })[0] ?? document.body)
  const email = await screen.findByText('ola@example.test')
  expect(email.parentElement?.textContent).toMatch(/^E-mail/)
})

test('the InPost part of each parcel is a landmark with its own name', async () => {
  await show(ActiveShipments)
  await screen.findByRole('region', { name: 'InPost, #12442231' })
  screen.getByRole('region', { name: 'InPost, #55667788' })
})

test('before deleting archived parcels the question says how many, and that they are permanently lost', async () => {
  const user = await show(ArchivedShipments)
  await user.click(screen.getByRole('checkbox', { name: /^Zaznacz wszystkie/ }))
  await user.click(screen.getByRole('button', { name: 'Usuń trwale' }))
  const question = await screen.findByRole('dialog', { name: 'Usuń trwale' })
  within(question).getByText('Czy na pewno chcesz TRWALE usunąć 2 przesyłki? Tej operacji nie można cofnąć!')
  within(question).getByText('Przesyłki znikną z archiwum na zawsze.')
})

test('archiving parcels that are not sent asks, with their number, and can be called off', async () => {
  const user = await show(ActiveShipments)
  await user.click(screen.getByRole('checkbox', { name: /^Zaznacz wszystkie/ }))
  await user.click(screen.getByRole('button', { name: 'Archiwizuj' }))
  const question = await screen.findByRole('dialog', { name: 'Zarchiwizować niewysłane?' })
  within(question).getByText('2 paczki nie są jeszcze wysłane. Z archiwum nikt ich nie spakuje.')
  await user.click(within(question).getByRole('button', { name: 'Zostaw' }))
  screen.getByRole('searchbox', { name: 'Szukaj przesyłki' })
})

test('the dialog of one parcel asks the same before it archives an unsent parcel', async () => {
  const user = await show(ActiveShipments)
  await user.click(screen.getByRole('button', { name: 'Edytuj przesyłkę 12442231' }))
  const dialog = await screen.findByRole('dialog', { name: 'Aktualizuj przesyłkę' })
  await user.selectOptions(within(dialog).getByRole('combobox', { name: 'Status' }), 'archived')
  within(dialog).getByText('Paczka nie jest jeszcze wysłana, a z archiwum nikt jej nie spakuje.')
  within(dialog).getByRole('button', { name: 'Archiwizuj mimo to' })
  await user.selectOptions(within(dialog).getByRole('combobox', { name: 'Status' }), 'processing')
  within(dialog).getByRole('button', { name: 'Zapisz zmiany' })
})

test('a new warning from the shop is shown in the dialog, and the next press confirms it', async () => {
  const warning = {
    id: crypto.randomUUID(),
    kind: 'withdrawal',
    orderIds: [],
    sentence: 'Odstąpienie (O-1).',
    takes_out: null,
  }
  const details = { warnings: [warning] }
  const asked: string[][] = []
  const user = await show(ActiveShipments, ({ knows }) => {
    asked.push(knows)
    return knows.length > 0
      ? Response.json({ updated: 1 })
      : Response.json({ error: { code: 'parcel_warned', message: 'Jest odstąpienie.', details } }, { status: 409 })
  })
  await user.click(screen.getByRole('button', { name: 'Edytuj przesyłkę 12442231' }))
  const dialog = await screen.findByRole('dialog', { name: 'Aktualizuj przesyłkę' })
  await user.selectOptions(within(dialog).getByRole('combobox', { name: 'Status' }), 'shipped')
  await user.click(within(dialog).getByRole('button', { name: 'Zapisz zmiany' }))
  await within(dialog).findByText('Odstąpienie (O-1).')
  await user.click(within(dialog).getByRole('button', { name: 'Zapisz mimo to' }))
  await vi.waitFor(() => expect(asked).toEqual([[], [warning.id]]))
})
