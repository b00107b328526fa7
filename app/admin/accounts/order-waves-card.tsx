import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { href, Link } from 'react-router'
import { ConfirmDialog } from '#app/admin/confirm-dialog.tsx'
import { orderWavesQuery } from '#app/admin/overview/overview-data.ts'
import { Card } from '#app/admin/ui/card.tsx'
import { callApi } from '#app/api-client.ts'
import { orThrow, queryClient } from '#app/query-client.ts'
import { Button } from '#app/ui/button.tsx'
import { toast } from '#app/ui/toast.ts'
import { formatGrosze } from '#domain/kernel/amounts/money.ts'
import { type PolishForms, pluralize } from '#domain/kernel/text/dates-and-plurals.ts'
import type { CancelledWave, OrderWave } from '#domain/orders/admin/order-waves.ts'

const ACCOUNTS: PolishForms = { one: 'nowe konto', few: 'nowe konta', many: 'nowych kont' }
const PARCELS: PolishForms = { one: 'paczkę', few: 'paczki', many: 'paczek' }
const PIECES: PolishForms = { one: 'sztuka', few: 'sztuki', many: 'sztuk' }

const count = (number: number, forms: PolishForms) => `${number}\u00a0${pluralize(number, forms)}`

/** Shown only while new accounts order unusually much: the pieces that they hold, and a button to cancel the orders. */
export function OrderWaves() {
  const { data } = useQuery(orderWavesQuery, queryClient)
  if (!data || data.waves.length === 0) return null
  return (
    <Card title="Fala zamówień z nowych kont" className="border-ruby">
      <p className="mb-3 text-sm text-night/85">
        Konta bez potwierdzonego adresu zamówiły w ciągu doby więcej niż zwykle. Jeśli to nie klienci, anuluj
        zamówienia: produkty od razu wrócą do sprzedaży.
      </p>
      <ul className="grid gap-4">
        {data.waves.map((wave) => (
          <li key={wave.network ?? ''} className="border-t border-night/10 pt-3 first:border-t-0 first:pt-0">
            <Wave wave={wave} readAt={data.read_at} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Wave({ wave, readAt }: { wave: OrderWave; readAt: string }) {
  const { network, accounts, parcels, pieces, total_grosze: totalGrosze, held, orders } = wave
  const [isAsking, setAsking] = useState(false)
  const [done, setDone] = useState({ cancelled: 0, failed: 0 })
  const cancel = useMutation(
    {
      /** One step per call, because one call for all orders could time out. `done` is the number so far. */
      async mutationFn() {
        let sum = { cancelled: 0, failed: 0 }
        let after: string | null = null
        do {
          setDone(sum)
          const json = { network, read_at: readAt, after }
          const step: CancelledWave = orThrow(await callApi('post', '/api/admin/order-waves/cancel', { json }))
          sum = { cancelled: sum.cancelled + step.cancelled, failed: sum.failed + step.failed }
          after = step.next
        } while (after !== null)
        return sum
      },
      onSuccess({ cancelled, failed }) {
        const description = `Anulowane: ${cancelled}${failed > 0 ? `, nie udało się: ${failed}` : ''}`
        toast({ title: 'Zamówienia anulowane', description, tone: failed > 0 ? 'error' : 'success' })
      },
      onError({ message }) {
        const description = `${message} Reszta zamówień została: anuluj je jeszcze raz, nic nie anuluje się dwa razy.`
        toast({ title: 'Błąd anulowania', description, tone: 'error' })
      },
      onSettled() {
        setAsking(false)
        void queryClient.invalidateQueries()
      },
    },
    queryClient,
  )
  return (
    <div className="flex flex-wrap items-start justify-between gap-3 text-sm">
      <div className="min-w-0">
        <p className="font-semibold wrap-anywhere">
          {network === null ? 'Wszystkie sieci razem' : `Sieć ${network}`}: {count(accounts, ACCOUNTS)},{' '}
          {count(parcels, PARCELS)}
        </p>
        <p>
          {`${count(pieces, PIECES)} za ${formatGrosze(totalGrosze)}${held > 0 ? `, czeka na potwierdzenie: ${held}` : ''}`}
        </p>
        <ul className="mt-1 flex flex-wrap gap-x-4">
          {orders.map(({ id, number, name }) => (
            <li key={id}>
              <Link
                to={href('/admin/zamowienia/:id', { id })}
                className="inline-block py-1 underline underline-offset-4"
              >
                {number} {name}
              </Link>
            </li>
          ))}
        </ul>
      </div>
      <Button variant="danger" onClick={() => setAsking(true)}>
        Anuluj zamówienia
      </Button>
      <ConfirmDialog
        open={isAsking}
        title={`Anulować ${count(parcels, PARCELS)}?`}
        confirm="Anuluj zamówienia"
        danger
        busy={cancel.isPending}
        onConfirm={() => cancel.mutate()}
        onClose={() => setAsking(false)}
      >
        {cancel.isPending ? (
          <p role="status">Anulowane: {done.cancelled + done.failed}. Nie zamykaj strony.</p>
        ) : (
          <p>
            {count(pieces, PIECES)} z {count(parcels, { one: 'paczki', few: 'paczek', many: 'paczek' })} wróci do
            sprzedaży. Zamówienia opłacone, wysłane i z potwierdzonym adresem zostają.
          </p>
        )}
      </ConfirmDialog>
    </div>
  )
}
