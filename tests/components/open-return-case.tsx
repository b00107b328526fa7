import { render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ComponentProps } from 'react'
import { createRoutesStub } from 'react-router'
import ReturnCase from '#app/admin/returns/return-case-page.tsx'
import type { AdminCase } from '#domain/returns/read-cases.server.ts'
import { CASE_ACTS, refuseAct } from '#domain/returns/return-case.ts'
import { type Answers, stubShop } from './stub-shop.ts'

export const ID = 'a0000000-0000-4000-8000-000000000000'
export const CASE: AdminCase = {
  id: ID,
  number: 'Z3F2A9C1E',
  kind: 'withdrawal',
  stage: 'waiting_for_goods',
  dispatch: 'delivered',
  acts: [],
  drop_off_code: null,
  taken_out_at: null,
  received_at: '2026-11-24T09:15:27.000Z',
  due_day: '2026-12-08',
  overdue: false,
  name: 'Łucja Ćwik',
  email: 'lucja@example.test',
  order_number: '81293747',
  items_note: null,
  reason: null,
  demand: null,
  pictures: [],
  match: 'signed',
  late: false,
  orders: [{ id: ID, number: '81293747', status: 'paid', delivered_at: null }],
  payment: 'prepaid',
  pieces: [
    {
      order_item_id: ID,
      name: 'Oud',
      brand: 'Ward',
      facts: '100 ml · Woda perfumowana',
      unit_price_grosze: 11_900,
      most: 2,
      quantity: 2,
      condition: null,
      restocked: 0,
      recalled: false,
    },
  ],
  gifts: 0,
  money: {
    pieces_grosze: 23_800,
    delivery_grosze: 1_299,
    deduction_grosze: 0,
    total_grosze: 25_099,
    paid_grosze: 25_399,
    lowered_grosze: 0,
    returned_grosze: 0,
    returned_beside_grosze: 0,
    owed_grosze: 25_099,
    advantages: [],
  },
  deduction_reason: null,
  advantages_waived: false,
  deducted_elsewhere: null,
  account_number: null,
  sent_back_at: null,
  arrived_at: null,
  settled_at: null,
  settled_grosze: null,
  refund: null,
  decision: null,
  answer: null,
  answered_at: null,
}

const toMoment = (text: string | null) => (text === null ? null : new Date(text))

const toSteps = ({
  arrived_at: arrivedAt,
  sent_back_at: sentBackAt,
  settled_at: settledAt,
  taken_out_at: takenOutAt,
  ...found
}: AdminCase) => ({
  ...found,
  arrived_at: toMoment(arrivedAt),
  sent_back_at: toMoment(sentBackAt),
  settled_at: toMoment(settledAt),
  unsent_at: toMoment(takenOutAt),
})

/** Opens the page of a case, with the buttons that its state allows. */
export function openReturnCase(found: Partial<AdminCase>, answers: Answers = {}) {
  const whole = { ...CASE, ...found }
  const answer = { ...whole, acts: CASE_ACTS.filter((act) => refuseAct(toSteps(whole), act) === null) }
  const asked = stubShop({ 'get /api/admin/returns/:id': () => answer, ...answers })
  // The page uses no other props of the router.
  const given = { params: { id: ID } } as ComponentProps<typeof ReturnCase>
  const Page = createRoutesStub([{ path: '/admin/zwroty/:id', Component: () => <ReturnCase {...given} /> }])
  render(<Page initialEntries={[`/admin/zwroty/${ID}`]} />)
  return { user: userEvent.setup(), asked }
}
