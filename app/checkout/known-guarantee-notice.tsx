import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { GuaranteeNotice } from '#app/product/guarantee-notice-card.tsx'
import { queryClient, shippingCostsQuery } from '#app/query-client.ts'

// A file of its own, because the notice itself is loaded on a first visit, without the code of queries.

/** The notice of the legal guarantee in dialogs; nothing until it is known whether the shop has the official file. */
export function KnownGuaranteeNotice(props: Omit<ComponentProps<typeof GuaranteeNotice>, 'official'>) {
  const { data, isError } = useQuery(shippingCostsQuery, queryClient)
  if (data === undefined && !isError) return null
  return <GuaranteeNotice official={data?.guarantee_notice ?? null} {...props} />
}
