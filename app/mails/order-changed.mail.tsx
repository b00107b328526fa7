import { z } from 'zod'
import { formatGrosze } from '#domain/kernel/amounts/money.ts'
import { type ChangedLine, labelChangedField, showChangedValue } from '#domain/orders/changes/parcel-change.ts'
import { findMailedChange } from '#domain/orders/changes/parcel-state-queries.server.ts'
import { findMailedCheckout } from '#domain/orders/mailed-order-queries.server.ts'
import { defineMail, unlinked } from './define-mail.ts'
import { PAID_TO_LOCKER, THREE_TO_LOCKER } from './mail-examples.ts'
import { Heading, Lines, MailButton, Panel, Paragraph, Title } from './mail-parts.tsx'
import { listNumbers, listOrderNumbers, OrderAmounts } from './order-parts.tsx'

const ids = z.object({ changeId: z.uuid() })

declare module '#domain/kernel/mail.ts' {
  interface MailTemplates {
    'order-changed': z.output<typeof ids>
  }
}

/** Tells the buyer what was changed in the order, by whom, and the sum that is now due. */
export default defineMail({
  template: 'order-changed',
  name: 'Zmiana zamówienia',
  ids,
  load: async (db, { changeId }) => {
    const change = await findMailedChange(db, changeId)
    return { change, checkout: await findMailedCheckout(db, change.checkout_id) }
  },
  write: ({ change, checkout }, { profile, orderLinks }) => {
    const { lines, order_id, actor } = change
    const orders = checkout.orders.filter(
      ({ id, status }) => id === order_id || (order_id === null && status !== 'cancelled'),
    )
    const due = describeDue(change)
    return {
      subject: `Zmiana zamówienia ${listNumbers(orders)}`,
      preview: `${listOrderNumbers(orders)}: ${lines.map(labelChangedField).map(unlinked).join(', ')}`,
      body: (
        <>
          <Title>Zmiana zamówienia</Title>
          <Paragraph>Dzień dobry!</Paragraph>
          <Paragraph>
            {actor === 'admin'
              ? 'Zgodnie z ustaleniami zmieniliśmy Twoje zamówienie.'
              : 'Zapisaliśmy zmianę, którą wprowadzono przez link do zamówienia albo w panelu klienta.'}
          </Paragraph>
          {lines.map((line) => (
            <ChangedField key={`${line.field} ${line.what}`} line={line} />
          ))}
          {due !== null && <Panel title={due}>{explainDue(change)}</Panel>}
          <MailButton href={orderLinks.create(checkout.id)}>Zobacz zamówienie</MailButton>
          <Heading>{listOrderNumbers(orders)}</Heading>
          <OrderAmounts orders={orders} />
          <Paragraph>
            {`Jeśli to pomyłka, napisz od razu na adres ${profile.sellerEmail} albo zadzwoń: ${profile.sellerPhone}.`}
          </Paragraph>
        </>
      ),
    }
  },
  examples: {
    'inny paczkomat, za pobraniem': {
      checkout: THREE_TO_LOCKER,
      change: {
        checkout_id: THREE_TO_LOCKER.id,
        order_id: null,
        lines: [
          {
            field: 'locker',
            before: 'DEMO-WAW-001, ul. Prosta 1, 00-001 Warszawa',
            after: 'DEMO-WAW-003 (przy piekarni), ul. Złota 7, 00-020 Warszawa',
          },
          { field: 'phone', before: '+48600100200', after: '+48500200300' },
        ],
        due_grosze: 143_560,
        refunded_grosze: null,
        paid_grosze: null,
        actor: 'customer',
      },
    },
    'mniej sztuk, opłacone': {
      checkout: PAID_TO_LOCKER,
      change: {
        checkout_id: PAID_TO_LOCKER.id,
        order_id: PAID_TO_LOCKER.first.id,
        lines: [{ field: 'pieces', what: 'Bakhur Mirzan', before: '3', after: '2' }],
        due_grosze: null,
        refunded_grosze: 11_990,
        paid_grosze: null,
        actor: 'admin',
      },
    },
    'więcej sztuk po dopłacie': {
      checkout: PAID_TO_LOCKER,
      change: {
        checkout_id: PAID_TO_LOCKER.id,
        order_id: PAID_TO_LOCKER.first.id,
        lines: [{ field: 'pieces', what: 'Bakhur Mirzan', before: '2', after: '3' }],
        due_grosze: null,
        refunded_grosze: null,
        paid_grosze: 11_990,
        actor: 'admin',
      },
    },
  },
})

function ChangedField({ line }: { line: ChangedLine }) {
  const show = (value: ChangedLine['before']) => showChangedValue(line, value) || 'brak'
  return (
    <>
      <Heading>{unlinked(labelChangedField(line))}</Heading>
      <Paragraph>
        <Lines of={[`Było: ${show(line.before)}`, `Jest: ${show(line.after)}`].map(unlinked)} />
      </Paragraph>
    </>
  )
}

type Due = { due_grosze: number | null; refunded_grosze: number | null; paid_grosze: number | null }

function describeDue({ due_grosze, refunded_grosze, paid_grosze }: Due): string | null {
  if (paid_grosze !== null) return `Dopłata przyjęta: ${formatGrosze(paid_grosze)}`
  if (refunded_grosze !== null) return `Zwracamy ${formatGrosze(refunded_grosze)}`
  return due_grosze === null ? null : `Do zapłaty przy odbiorze ${formatGrosze(due_grosze)}`
}

function explainDue({ refunded_grosze, paid_grosze }: Due): string {
  if (paid_grosze !== null) return 'Zamówienie jest już zmienione. Nic więcej nie trzeba robić.'
  return refunded_grosze === null
    ? 'Tyle kosztuje cała paczka z dostawą.'
    : 'Różnica wróci tą samą drogą, którą przyszła wpłata, zwykle w ciągu kilku dni roboczych.'
}
