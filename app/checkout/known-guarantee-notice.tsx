import { useQuery } from '@tanstack/react-query'
import { GuaranteeNotice } from '#app/product/guarantee-notice.tsx'
import { queryClient, shippingCostsQuery } from '#app/query-client.ts'

// Apart from the notice, which pages load on a first visit without any queries.

/** The notice of the legal guarantee in dialogs; nothing until it is known which of the two the shop has. */
export function KnownGuaranteeNotice({ className }: { className?: string }) {
  const { data, isError } = useQuery(shippingCostsQuery, queryClient)
  if (data === undefined && !isError) return null
  return <GuaranteeNotice official={data?.guarantee_notice ?? null} className={className} />
}
