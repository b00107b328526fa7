// Every dialog with a form keeps what was typed: leaving by Back asks first, and a change from another window can be
// read into the form. A page that is loaded again opens it with the row's data.
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ComponentProps, ComponentType } from 'react'
import { createRoutesStub, useLocation, useNavigate } from 'react-router'
import { afterEach, describe, expect, test } from 'vitest'
import Batches from '#app/admin/batches/batches-page.tsx'
import Brands from '#app/admin/brands/brands.tsx'
import Buyers from '#app/admin/buyers/buyers-page.tsx'
import Codes from '#app/admin/codes/codes-page.tsx'
import LandingFilms from '#app/admin/films/landing-films.tsx'
import GuideList from '#app/admin/guides/guides-page.tsx'
import { ProducersCard } from '#app/admin/labels/producers-card.tsx'
import PreparedOrders from '#app/admin/prepared-orders/prepared-orders-page.tsx'
import ReturnCase from '#app/admin/returns/return-case-page.tsx'
import { ReviewModeration } from '#app/admin/reviews/review-moderation.tsx'
import Till from '#app/admin/till/till-page.tsx'
import { queryClient } from '#app/query-client.ts'
import Toaster from '#app/ui/toaster.tsx'
import { CASE, ID } from './open-return-case.tsx'
import { type Answers, refusal, stubShop } from './stub-shop.ts'

afterEach(() => queryClient.clear())

const page = <Row,>(row: Row) => ({ items: [row], total: 1, page: 1, pageSize: 50 })

const codeOf = (version: string, percent: number) => ({
  id: ID,
  code: 'LATO10',
  kind: 'percent' as const,
  value: percent,
  least_grosze: 0,
  valid_from: null,
  valid_to: null,
  most_uses: null,
  once_per_person: false,
  email: null,
  active: true,
  state: 'valid' as const,
  uses: 0,
  is_used: false,
  sample_order: null,
  given_grosze: 0,
  version,
})

const producerOf = (version: string, contact: string) => ({
  id: ID,
  name: 'Ward Atelier',
  address: 'ul. Długa 1, Kraków, Polska',
  contact,
  is_in_eu: true,
  responsible_name: null,
  responsible_address: null,
  responsible_contact: null,
  used: 0,
  version,
})

const buyerOf = (version: string, note: string) => ({
  email: 'lucja@example.test',
  name: 'Łucja Ćwik',
  orders: 1,
  kept_grosze: 11_900,
  last_at: '2026-11-24T09:15:27.000Z',
  returned_parcels: 0,
  note,
  cash_on_delivery: true,
  version,
})

const brandOf = (version: string, description: string) => ({
  id: ID,
  name: 'Ward',
  slug: 'ward',
  description,
  is_original: false,
  is_arabic: false,
  producer_id: null,
  products: 3,
  version,
})

const reviewOf = (version: string, answer: string) => ({
  id: ID,
  version,
  rating: 2,
  comment: 'Trwa krótko.',
  state: 'pending' as const,
  pictures: [],
  answer: { text: answer, answered_at: '2026-11-24T09:15:27.000Z' },
  confirmed: true,
  product_name: 'Róża, 50 ml',
  product_slug: 'roza',
  brand_name: 'Ward',
  author: { first_name: 'Łucja', last_name: null, email: 'lucja@example.test', email_verified: true },
  created_at: '2026-11-23T09:15:27.000Z',
})

const reviews = (version: string, answer: string): Answers => ({
  'get /api/admin/reviews': () => ({
    ...page(reviewOf(version, answer)),
    counts: { pending: 1, published: 0, rejected: 0 },
  }),
})

const PRODUCERS: Answers = { 'get /api/admin/producers': () => ({ items: [producerOf('1', 'kontakt@ward.example')] }) }

type RowCase = {
  Page: ComponentType
  /** The list with this version of its one row, whose field has this text. */
  list(version: string, text: string): Answers
  patch: keyof Answers
  edit: string
  field: RegExp
  save: string
}

/** Dialogs of rows, which another window may change meanwhile. */
const ROWS: Record<string, RowCase> = {
  'a code': {
    Page: Codes,
    list: (version, text) => ({ 'get /api/admin/codes': () => [codeOf(version, Number(text))] }),
    patch: 'patch /api/admin/codes/:id',
    edit: 'Edytuj kod LATO10',
    field: /^Procent/,
    save: 'Zapisz zmiany',
  },
  'a producer': {
    Page: ProducersCard,
    list: (version, text) => ({ 'get /api/admin/producers': () => ({ items: [producerOf(version, `${text}@a.pl`)] }) }),
    patch: 'patch /api/admin/producers/:id',
    edit: 'Edytuj producenta Ward Atelier',
    field: /^Adres elektroniczny/,
    save: 'Zapisz zmiany',
  },
  'a buyer': {
    Page: Buyers,
    list: (version, text) => ({
      'get /api/admin/buyers': () => page(buyerOf(version, text)),
      'get /api/admin/subscribers': () => ({ subscribers: 0 }),
    }),
    patch: 'patch /api/admin/buyers',
    edit: 'Notatka o kliencie lucja@example.test',
    field: /^Notatka/,
    save: 'Zapisz',
  },
  'a brand': {
    Page: Brands,
    list: (version, text) => ({ ...PRODUCERS, 'get /api/admin/brands': () => page(brandOf(version, text)) }),
    patch: 'patch /api/admin/brands/:id',
    edit: 'Edytuj markę Ward',
    field: /^Opis/,
    save: 'Zapisz zmiany',
  },
  'an answer to a review': {
    Page: ReviewModeration,
    list: reviews,
    patch: 'post /api/admin/reviews/:id/answer',
    edit: 'Zmień odpowiedź: Róża, 50 ml',
    field: /^Odpowiedź sklepu/,
    save: 'Zapisz zmiany',
  },
}

const caseProps = { params: { id: ID } } as ComponentProps<typeof ReturnCase>
const returnCase = (acts: typeof CASE.acts): Answers => ({
  'get /api/admin/returns/:id': () => ({ ...CASE, kind: 'complaint', demand: 'lower_price', acts }),
})

type FormCase = { Page: ComponentType; answers: Answers; open: string; field: RegExp }

/** Other dialogs with a form. */
const FORMS: Record<string, FormCase> = {
  'a new code': { Page: Codes, answers: { 'get /api/admin/codes': () => [] }, open: 'Dodaj kod', field: /^Kod/ },
  'a recall': {
    Page: Batches,
    answers: {
      'get /api/admin/batches': () => [
        {
          product_id: ID,
          name: 'Oud Layl',
          kind: 'bottle',
          volume_ml: 100,
          brand_name: 'Dom',
          batch: 'L1',
          orders: 2,
          packed_at: '2026-11-24T09:15:27.000Z',
          recalled_at: null,
          unreached: [],
        },
      ],
    },
    open: 'Wycofaj partię',
    field: /^Na czym polega/,
  },
  'an order by phone': {
    Page: PreparedOrders,
    answers: { 'get /api/admin/prepared-orders': () => [] },
    open: 'Przygotuj zamówienie',
    field: /^E-mail kupującego/,
  },
  'a new guide': {
    Page: GuideList,
    answers: { 'get /api/admin/guides': () => [] },
    open: 'Dodaj stronę',
    field: /^Tytuł/,
  },
  'a new film': {
    Page: LandingFilms,
    answers: { 'get /api/admin/films': () => ({ items: [] }) },
    open: 'Dodaj film',
    field: /^Tytuł/,
  },
  'the answer to a complaint': {
    Page: () => <ReturnCase {...caseProps} />,
    answers: returnCase(['answer']),
    open: 'Odpowiedz',
    field: /^Odpowiedź/,
  },
  'the name on a receipt': {
    Page: Till,
    answers: {
      'get /api/admin/till': () => ({
        items: [
          {
            checkout_id: ID,
            state: 'refused',
            sold_at: '2026-11-24T09:15:27.000Z',
            claimed_at: null,
            refusal: 'Nazwa nie do przyjęcia',
            for_agent: false,
            order_numbers: ['81293747'],
            payment: 'prepaid',
            gross_grosze: 12_098,
            lines: [{ name: 'Róża', quantity: 1, unit_grosze: 12_098, gross_grosze: 12_098, rate: '23' }],
          },
        ],
        more: false,
        has_older: false,
        agent: { key_made_at: null, seen_at: null, problem: null },
      }),
    },
    open: 'Zmień nazwę: 81293747',
    field: /^Nazwa/,
  },
}

function BackButton() {
  const navigate = useNavigate()
  return <button type="button" onClick={() => void navigate(-1)}>{`Wstecz`}</button>
}

/** The entry of the history that is shown, with its state. */
let shown: unknown
function ShownEntry() {
  shown = useLocation()
  return null
}

/** Shows a page behind another one, with the browser's Back as a button. */
function showPanel(Page: ComponentType, entries: unknown[]) {
  const Panel = createRoutesStub([
    { path: '/', Component: () => <p>Poprzednia strona</p> },
    {
      path: '/strona',
      Component: () => (
        <>
          <Page />
          <BackButton />
          <ShownEntry />
          <Toaster successMs={5000} />
        </>
      ),
    },
  ])
  const initialEntries = entries as ComponentProps<typeof Panel>['initialEntries']
  return render(<Panel initialEntries={initialEntries} initialIndex={entries.length - 1} />)
}

async function openDialog(Page: ComponentType, button: string) {
  const user = userEvent.setup()
  showPanel(Page, ['/', '/strona'])
  await user.click(await screen.findByRole('button', { name: button }))
  const opened = await screen.findByRole('dialog')
  const dialog = within(opened)
  return {
    user,
    opened,
    dialog,
    goBack: () => user.click(screen.getByRole('button', { name: 'Wstecz', hidden: true })),
  }
}

/** Types a digit before the present text. */
const typeFirst = (user: ReturnType<typeof userEvent.setup>, field: HTMLElement) =>
  user.type(field, '7', { initialSelectionStart: 0, initialSelectionEnd: 0 })

const anyRow = ({ Page, list, edit, field }: RowCase): FormCase => ({
  Page,
  answers: list('1', '1'),
  open: edit,
  field,
})
const ALL = { ...Object.fromEntries(Object.entries(ROWS).map(([name, row]) => [name, anyRow(row)])), ...FORMS }

describe.each(Object.entries(ALL))('the dialog of %s', (_, { Page, answers, open, field }) => {
  test('closes by Back and stays on its page while nothing is typed', async () => {
    stubShop(answers)
    const { goBack } = await openDialog(Page, open)
    await goBack()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(screen.queryByText('Poprzednia strona')).toBeNull()
  })

  test.each(['Back', 'Anuluj'])('%s asks before it loses what was typed, and keeps it if wanted', async (way) => {
    stubShop(answers)
    const { user, dialog, goBack } = await openDialog(Page, open)
    const leave = () => (way === 'Back' ? goBack() : user.click(dialog.getByRole('button', { name: 'Anuluj' })))
    await user.type(dialog.getByLabelText(field), '7')
    const typed = dialog.getByLabelText<HTMLInputElement>(field).value
    await leave()
    await user.click(await screen.findByRole('button', { name: 'Wróć do edycji' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Wróć do edycji' })).toBeNull())
    expect(dialog.getByLabelText<HTMLInputElement>(field).value).toBe(typed)
    await leave()
    await user.click(await screen.findByRole('button', { name: 'Porzuć zmiany' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(screen.queryByText('Poprzednia strona')).toBeNull()
  })
})

/** Whether the browser would ask before it closes the tab or loads it again. */
const asksBeforeUnload = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

describe.each(Object.entries(ALL))('the dialog of %s', (_, { Page, answers, open, field }) => {
  test('opens again with its page, unchanged, and Back then closes it', async () => {
    stubShop(answers)
    const { user, dialog } = await openDialog(Page, open)
    const start = dialog.getByLabelText<HTMLInputElement>(field).value
    expect(asksBeforeUnload()).toBe(false)
    await user.type(dialog.getByLabelText(field), '7')
    expect(asksBeforeUnload()).toBe(true)
    cleanup()
    queryClient.clear()
    showPanel(Page, ['/', '/strona', shown])
    const again = within(await screen.findByRole('dialog'))
    expect((await again.findByLabelText<HTMLInputElement>(field)).value).toBe(start)
    expect(asksBeforeUnload()).toBe(false)
    await user.click(screen.getByRole('button', { name: 'Wstecz', hidden: true }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(screen.queryByText('Poprzednia strona')).toBeNull()
  })
})

test.each(Object.entries(ROWS))(
  'the dialog of %s, changed in another window meanwhile: what was saved there is read, and the next press is saved',
  async (_, { Page, list, patch, edit, field, save }) => {
    const sent: unknown[] = []
    let answers = list('1', '1')
    const asked = (operation: keyof Answers) => (json: unknown) => answers[operation]?.(json) ?? new Response()
    stubShop({
      ...Object.fromEntries(Object.keys(answers).map((operation) => [operation, asked(operation as keyof Answers)])),
      [patch]: (json: unknown) => {
        sent.push(json)
        if (sent.length > 1) return Response.json(codeOf('3', 12))
        answers = list('2', '2')
        return refusal(409, 'changed_meanwhile', 'Zmieniono to w innym oknie.')
      },
    })
    const { user, opened, dialog } = await openDialog(Page, edit)
    await typeFirst(user, dialog.getByLabelText(field))
    await user.click(dialog.getByRole('button', { name: save }))
    const reload = await dialog.findByRole('button', { name: 'Wczytaj aktualne dane' })
    // Said once, in the dialog: a toast would cover it on a phone.
    expect(screen.queryByText('Zmieniono to w innym oknie.')).toBeNull()
    await user.click(reload)
    expect(dialog.getByLabelText<HTMLInputElement>(field).value).toContain('2')
    expect(dialog.queryByRole('button', { name: 'Wczytaj aktualne dane' })).toBeNull()
    await typeFirst(user, dialog.getByLabelText(field))
    await user.click(dialog.getByRole('button', { name: save }))
    // The toast of the success is a dialog, too.
    await waitFor(() => expect(opened.isConnected).toBe(false))
    expect(sent).toMatchObject([{ version: '1' }, { version: '2' }])
  },
)
