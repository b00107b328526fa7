import { useQuery } from '@tanstack/react-query'
import { callApi } from '#app/api-client.ts'
import { orThrow, queryClient } from '#app/query-client.ts'
import { lazyPart } from '#app/ui/lazy-part.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { labelInvoice } from '#domain/papers/invoices/invoice-list.ts'

/** Its checks of typed fields are loaded with the form. */
const AskInvoice = lazyPart(() => import('./ask-invoice.tsx'), { skeleton: <Skeleton className="h-11 w-40" /> })

const OwnBuyer = lazyPart(() => import('./own-buyer.tsx'), { skeleton: <Skeleton className="h-11 w-40" /> })

/** The invoices of an own order, whom they are for, and a form that asks for one. */
export function OrderInvoices({ orderId }: { orderId: string }) {
  const param = { id: orderId }
  const { data, refetch } = useQuery(
    {
      queryKey: ['order-invoices', orderId],
      queryFn: async ({ signal }) => orThrow(await callApi('get', '/api/me/orders/:id/invoices', { param, signal })),
    },
    queryClient,
  )
  const { data: buyer, refetch: readBuyer } = useQuery(
    {
      queryKey: ['order-buyer', orderId],
      queryFn: async ({ signal }) => orThrow(await callApi('get', '/api/me/orders/:id/buyer', { param, signal })),
      gcTime: 0,
    },
    queryClient,
  )
  if (data === undefined || buyer === undefined) return null
  const hasBuyer = buyer.company !== null || buyer.person !== null || buyer.acts.length > 0
  if (data.invoices.length === 0 && !data.may_ask && !hasBuyer) return null
  return (
    <section aria-label="Faktura" className="mt-4 text-sm">
      {data.invoices.map(({ id, number }) => (
        <p key={id}>
          <a
            href={`/api/me/invoices/${id}`}
            download
            className="inline-flex min-h-11 items-center underline underline-offset-4"
          >
            {`${labelInvoice(number)} (PDF)`}
          </a>
        </p>
      ))}
      {data.may_ask && (
        <AskInvoice
          ask={(json) => callApi('post', '/api/me/orders/:id/invoices', { param, json })}
          onAsked={() => void Promise.all([refetch(), readBuyer()])}
        />
      )}
      {hasBuyer && (
        <OwnBuyer
          buyer={buyer}
          save={(json) => callApi('post', '/api/me/orders/:id/buyer', { param, json })}
          onChanged={() => void Promise.all([refetch(), readBuyer()])}
        />
      )}
    </section>
  )
}
