import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { z } from 'zod'
import { DialogButton, FormDialog } from '#app/admin/form-dialog.tsx'
import type { CloseDialog } from '#app/admin/history-dialog.ts'
import { apiQuery, refresh } from '#app/admin/panel-calls.ts'
import { Card } from '#app/admin/ui/card.tsx'
import { callApi } from '#app/api-client.ts'
import { BuyerFields, useBuyerForm } from '#app/papers/buyer-fields.tsx'
import { queryClient } from '#app/query-client.ts'
import { useForm } from '#app/ui/form/form.tsx'
import type { AdminOrderPage } from '#domain/orders/admin/read-admin-order.server.ts'
import { BUYER_ANCHOR } from '#domain/papers/buyers/buyer-anchor.ts'
import type { BuyerAct, BuyerState } from '#domain/papers/buyers/invoice-buyer.ts'
import { type Company, type CompanyUnit, UNIT_KIND_NAMES } from '#domain/papers/company.ts'
import { useOrderChange } from './use-order-change.ts'

export const buyerQuery = (id: string) =>
  apiQuery(['admin', 'order-buyer', id], (signal) =>
    callApi('get', '/api/admin/orders/:id/buyer', { param: { id }, signal }),
  )

type ActTexts = { button: string; title: string; submit: string; done: string; what: string }

const TEXTS: Record<BuyerAct, ActTexts> = {
  change: {
    button: 'Zmień dane do faktury',
    title: 'Dane do faktury',
    submit: 'Zapisz',
    done: 'Dane do faktury zmienione',
    what: 'Faktury jeszcze nie ma: wystawimy ją na te dane. Kupujący dostanie e-mail o zmianie.',
  },
  remove: {
    button: 'Usuń firmę',
    title: 'Usunąć firmę z zamówienia?',
    submit: 'Usuń firmę',
    done: 'Firma usunięta',
    what: 'Faktury na firmę nie będzie, a sprzedaż dostanie paragon. Po sprzedaży nie da się tego cofnąć.',
  },
  correct: {
    button: 'Popraw dane nabywcy',
    title: 'Popraw dane nabywcy',
    submit: 'Wystaw korektę',
    done: 'Dane nabywcy poprawione',
    what: 'Wystawimy korektę z danymi sprzed zmiany i po niej. Kwoty zostają. Wystawionej korekty nie da się cofnąć.',
  },
  other_nip: {
    button: 'Inny NIP',
    title: 'Faktura na inny NIP',
    submit: 'Wystaw nową fakturę',
    done: 'Faktura na inny NIP',
    what: 'Skorygujemy fakturę do zera i wystawimy nową na właściwego nabywcę. Wystawionych nie da się cofnąć.',
  },
}

/** Whom the invoice of an order is for, and what may be mended of it. */
export function OrderInvoiceBuyer({ order }: { order: AdminOrderPage }) {
  const { data: buyer } = useQuery(buyerQuery(order.id), queryClient)
  if (buyer === undefined) return null
  const { company, person, acts, note, invoice, awaits_ksef } = buyer
  if (company === null && person === null && note === null) return null
  return (
    <Card small title="Dane do faktury" id={BUYER_ANCHOR}>
      <ScrollHere />
      {company && <CompanyLines company={company} />}
      {person && <PartyLines party={{ ...person, nip: null }} />}
      {!company && !person && <p>Bez faktury na firmę.</p>}
      {invoice !== null && <p className="mt-2 text-oud">{`Na fakturze ${invoice}.`}</p>}
      {awaits_ksef && <p className="text-oud">Faktura nie ma jeszcze numeru KSeF. Korekta wyjdzie, gdy go dostanie.</p>}
      {note !== null && <p className="mt-2 max-w-prose text-oud">{note}</p>}
      {acts.length > 0 && (
        <div className="mt-3 flex flex-wrap gap-2">
          {acts.map((act) => (
            <DialogButton
              key={act}
              name={`buyer-${act}`}
              variant={act === 'remove' ? 'quiet' : 'secondary'}
              size="tight"
              dialog={(close) => <MendDialog order={order} act={act} buyer={buyer} onClose={close} />}
            >
              {act === 'change' && company === null && person === null ? 'Dopisz firmę' : TEXTS[act].button}
            </DialogButton>
          ))}
        </div>
      )}
    </Card>
  )
}

/** Brings the card into view where a link leads to it, because it is read after the page. */
function ScrollHere() {
  const { hash } = useLocation()
  const here = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    if (hash === `#${BUYER_ANCHOR}`) here.current?.scrollIntoView({ block: 'center' })
  }, [hash])
  return <span ref={here} />
}

type MendDialogProps = { order: AdminOrderPage; act: BuyerAct; buyer: BuyerState; onClose: CloseDialog }

function MendDialog({ order: { id, parcel }, act, buyer, onClose }: MendDialogProps) {
  const { change } = useOrderChange(id, onClose)
  const { title, submit, done, what } = TEXTS[act]
  const description = buyer.awaits_ksef ? 'Papiery powstaną, gdy faktura dostanie numer KSeF.' : undefined
  async function save(typed: object) {
    const json = { version: buyer.version, act, ...typed }
    const call = () => callApi('post', '/api/admin/orders/:id/buyer', { param: { id }, json })
    try {
      return await change(act, call, { title: done, ...(description && { description }) })
    } finally {
      await Promise.all([refresh(buyerQuery(id)), refresh({ queryKey: ['admin-invoices'] })])
    }
  }
  const form = useBuyerForm(buyer, save)
  const removal = useForm({ schema: z.object({}), initial: {}, onSubmit: () => save({}) })
  const isRemoval = act === 'remove'
  return (
    <FormDialog
      title={title}
      form={isRemoval ? removal : form}
      submit={submit}
      danger={isRemoval}
      size={isRemoval ? 'sm' : 'md'}
      cancel="Nie zmieniaj"
      onClose={onClose}
    >
      <p className="text-sm">{what}</p>
      {parcel.length > 1 && <p className="text-sm">Dotyczy całej paczki, wszystkich jej zamówień.</p>}
      {!isRemoval && <BuyerFields form={form} isPerson={buyer.person !== null} />}
    </FormDialog>
  )
}

function CompanyLines({ company }: { company: Company }) {
  const { unit } = company
  return (
    <div className="rounded-xl bg-sand px-4 py-3">
      <p className="font-semibold">Faktura na firmę: bez paragonu</p>
      <PartyLines party={company} />
      {unit && (
        <>
          <p className="mt-2 font-semibold">{`Odbiorca: ${UNIT_KIND_NAMES[unit.kind]}`}</p>
          <PartyLines party={unit} />
        </>
      )}
    </div>
  )
}

type Party = Pick<Company | CompanyUnit, 'nip' | 'name' | 'street' | 'postal_code' | 'city'>

function PartyLines({ party: { nip, name, street, postal_code, city } }: { party: Party }) {
  return (
    <>
      <p className="wrap-anywhere">{name}</p>
      <p className="wrap-anywhere">{street}</p>
      <p className="break-words">{`${postal_code} ${city}`}</p>
      {nip !== null && <p className="tabular-nums">{`NIP ${nip}`}</p>}
    </>
  )
}
