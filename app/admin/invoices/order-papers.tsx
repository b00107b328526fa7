import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '#app/admin/panel-calls.ts'
import { callApi } from '#app/api-client.ts'
import { queryClient } from '#app/query-client.ts'

const papersQuery = (number: string) =>
  apiQuery(['admin-invoices', 'order', number], (signal) =>
    callApi('get', '/api/admin/invoices', { query: { search: number, kind: 'all', month: '', page: '1' }, signal }),
  )

/** The invoices of an order; nothing without one. */
export function OrderPapers({ number }: { number: string }) {
  const { data } = useQuery(papersQuery(number), queryClient)
  return data?.items.map(({ id, number: paper }) => (
    <p key={id}>
      <a
        href={`/api/admin/invoices/${id}`}
        download
        className="inline-flex min-h-11 items-center underline underline-offset-4 lg:min-h-8"
      >
        {`${paper} (PDF)`}
      </a>
    </p>
  ))
}
