import { useQuery } from '@tanstack/react-query'
import { callApi } from '#app/api-client.ts'
import { orThrow, queryClient } from '#app/query-client.ts'
import { lazyPart } from '#app/ui/lazy-part.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { nameInvoice } from '#domain/papers/invoices/invoice-list.ts'

/** Its checks of typed fields are loaded with the form. */
const AskInvoice = lazyPart(() => import('./ask-invoice.tsx'), { skeleton: <Skeleton className="h-11 w-40" /> })

/** The invoices of an own order, and a form that asks for one. */
export function OrderInvoices({ orderId }: { orderId: string }) {
  const param = { id: orderId }
  const { data, refetch } = useQuery(
    {
      queryKey: ['order-invoices', orderId],
      queryFn: async ({ signal }) => orThrow(await callApi('get', '/api/me/orders/:id/invoices', { param, signal })),
    },
    queryClient,
  )
  if (data === undefined || (data.invoices.length === 0 && !data.may_ask)) return null
  return (
    <section aria-label="Faktura" className="mt-4 text-sm">
      {data.invoices.map(({ id, number }) => (
        <p key={id}>
          <a
            href={`/api/me/invoices/${id}`}
            download
            className="inline-flex min-h-11 items-center underline underline-offset-4"
          >
            {`${nameInvoice(number)} (PDF)`}
          </a>
        </p>
      ))}
      {data.may_ask && (
        <AskInvoice
          ask={(json) => callApi('post', '/api/me/orders/:id/invoices', { param, json })}
          onAsked={() => void refetch()}
        />
      )}
    </section>
  )
}
