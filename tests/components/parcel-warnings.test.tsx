import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createRoutesStub } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { IsOwner } from '#app/admin/is-owner.ts'
import { ParcelToPack } from '#app/admin/packing/parcel-to-pack.tsx'
import { queryClient } from '#app/query-client.ts'
import type { AdminParcel } from '#domain/shipping/admin/admin-parcel.ts'
import type { ParcelWarning } from '#domain/shipping/admin/parcel-warning.ts'
import { type Answers, stubShop } from './stub-shop.ts'

const ID = '12442231-0000-4000-8000-000012442231'
const CASE = 'c0000000-0000-4000-8000-000000000000'
const AT = '2026-11-20T10:00:00.000Z'
const WITHDRAWN: ParcelWarning = {
  id: CASE,
  kind: 'withdrawal',
  order_ids: [ID],
  sentence: 'Odstąpienie od 1 × Oud (Z3F2A9C1E).',
  takes_out: 'whole',
}
const DISPUTED: ParcelWarning = {
  id: 'd0000000-0000-4000-8000-000000000000',
  kind: 'dispute',
  order_ids: [ID],
  sentence: 'Spór w banku: trzeba odpowiedzieć do 4 grudnia 2026.',
  takes_out: null,
}

const parcel = (warnings: ParcelWarning[], carrier: AdminParcel['carrier'] = null): AdminParcel => ({
  checkout_id: ID,
  created_at: AT,
  total_grosze: 11_599,
  due_grosze: null,
  carrier,
  warnings,
  shipments: [
    {
      id: ID,
      version: 'v1',
      status: 'created',
      archived_at: null,
      packed_at: null,
      tracking_number: carrier ? '620012442231' : null,
      label_url: null,
      receiver_name: 'Aleksandra Żółć',
      receiver_phone: '+48600700800',
      receiver_email: 'ola@example.test',
      parcel_locker_id: 'WAW-007',
      parcel_locker_name: 'WAW-007',
      created_at: AT,
      updated_at: AT,
      order: {
        id: ID,
        status: 'paid',
        payment_status: 'paid',
        shipping_method: 'prepaid_locker',
        total_amount: 115.99,
        total_grosze: 11_599,
        street: null,
        house_number: null,
        postal_code: null,
        city: null,
        parcel_locker_address: 'ul. Złota 7, 00-020 Warszawa',
        created_at: AT,
        items: [],
        gift: null,
        facts: [],
      },
    },
  ],
})

const SIZES = { locker_template: 'small', length_mm: 100, width_mm: 100, height_mm: 100, weight_grams: 500 } as const

afterEach(() => queryClient.clear())

function open(shown: AdminParcel, answers: Answers = {}, isOwners = true) {
  const asked = stubShop({
    'get /api/admin/carrier': () => ({ configured: true, sizes: SIZES, run_id: null }),
    ...answers,
  })
  const Page = createRoutesStub([
    {
      path: '/admin/pakowanie',
      Component: () => (
        <IsOwner value={isOwners}>
          <ParcelToPack parcel={shown} place="1 z 1" onPrevious={null} onNext={null} onDone={() => undefined} />
        </IsOwner>
      ),
    },
  ])
  render(<Page initialEntries={['/admin/pakowanie']} />)
  return { user: userEvent.setup(), asked }
}

test('a parcel shows its withdrawal and dispute; packing it asks first and names both', async () => {
  const sent: unknown[] = []
  const { user } = open(parcel([WITHDRAWN, DISPUTED]), {
    'post /api/admin/packing': (json) => {
      sent.push(json)
      return { shipments: 1 }
    },
  })
  screen.getByText(WITHDRAWN.sentence)
  screen.getByText(DISPUTED.sentence)
  screen.getByRole('button', { name: 'Anuluj i oddaj pieniądze' })
  expect(screen.getByRole('link', { name: 'Sprawa' }).getAttribute('href')).toBe(`/admin/zwroty/${CASE}`)
  await user.click(screen.getByRole('button', { name: 'Spakowane, następna' }))
  await screen.findByRole('dialog', { name: 'Spakować tę paczkę?' })
  expect(sent).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Spakuj mimo to' }))
  await expect
    .poll(() => sent)
    .toEqual([{ ids: [ID], packed: true, knows: [WITHDRAWN.id, DISPUTED.id], versions: { [ID]: 'v1' } }])
})

test('a parcel without warnings is packed by one press', async () => {
  const { user, asked } = open(parcel([]), { 'post /api/admin/packing': () => ({ shipments: 1 }) })
  await user.click(screen.getByRole('button', { name: 'Spakowane, następna' }))
  await expect.poll(() => asked).toContain('post /api/admin/packing')
})

test('the label can be made on the packing page; for a parcel with a warning only after a tick', async () => {
  const sent: { knows: string[] }[] = []
  const { user } = open(parcel([WITHDRAWN]), {
    'post /api/admin/carrier-shipments': (json) => {
      sent.push(json as { knows: string[] })
      return { id: ID }
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Utwórz etykietę' }))
  const create = await screen.findByRole('button', { name: 'Utwórz 1 przesyłkę' })
  await user.click(create)
  expect(sent).toEqual([])
  await user.click(screen.getByRole('checkbox', { name: 'Utwórz także tę etykietę' }))
  await user.click(create)
  await expect.poll(() => sent.map(({ knows }) => knows)).toEqual([[WITHDRAWN.id]])
})

test('an existing label shows state and number and can be printed on the packing page', async () => {
  const carrier = {
    id: ID,
    status: 'confirmed',
    carrier_status: 'confirmed',
    problem: null,
    cod_grosze: null,
    outdated: false,
    changed_at: AT,
  } as const
  open(parcel([], carrier))
  await screen.findByText('InPost: Gotowa do nadania')
  screen.getByText('620012442231')
  screen.getByRole('button', { name: 'Drukuj etykietę' })
})

test.each([
  ['the carrier', 'delivered', 'created'],
  ['the owner', 'confirmed', 'delivered'],
] as const)(
  'a parcel that is delivered by the word of %s says so and offers no label',
  async (_, carrierStatus, status) => {
    const carrier = {
      id: ID,
      status: 'confirmed',
      problem: null,
      cod_grosze: null,
      outdated: false,
      changed_at: AT,
    } as const
    const shown = parcel([], { ...carrier, carrier_status: carrierStatus })
    open({ ...shown, shipments: shown.shipments.map((shipment) => ({ ...shipment, status })) })
    await screen.findByText('InPost: Doręczona')
    expect(screen.queryByRole('button', { name: 'Drukuj etykietę' })).toBeNull()
  },
)

test('a packer sees the warning and whom to ask, and no link out of packing', async () => {
  const refused = {
    id: ID,
    status: 'refused',
    carrier_status: null,
    problem: 'InPost odrzucił dane: telefon odbiorcy.',
    cod_grosze: null,
    outdated: false,
    changed_at: AT,
  } as const
  open(parcel([WITHDRAWN], refused), {}, false)
  await screen.findByText(/InPost odrzucił dane/)
  screen.getByText(WITHDRAWN.sentence)
  screen.getByText('Zapytaj właściciela sklepu, zanim paczka wyjdzie.')
  screen.getByRole('heading', { name: '#12442231' })
  expect(screen.queryByRole('button', { name: 'Anuluj i oddaj pieniądze' })).toBeNull()
  expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Drukuj'])
})
