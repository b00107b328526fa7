import { useMutation } from '@tanstack/react-query'
import { useRevalidator } from 'react-router'
import { apiQuery, describePanelFailure, useWrite } from '#app/admin/panel-calls.ts'
import { findError } from '#app/admin/send-file.ts'
import { callApi, repeatSignedIn, SESSION_OVER } from '#app/api-client.ts'
import { queryClient } from '#app/query-client.ts'
import { toast } from '#app/ui/toast.ts'
import { ACCOUNT_TEXTS } from '#domain/accounts/account.ts'
import { PARCELS_KEY, refreshParcels } from './shipments-data.ts'

/** Whether parcels can be created at the carrier, the sizes chosen last, and the present run. */
export const carrierQuery = apiQuery([...PARCELS_KEY, 'carrier'], (signal) =>
  callApi('get', '/api/admin/carrier', { signal }),
)

export function useCarrierCancelling() {
  const { revalidate } = useRevalidator()
  return useWrite({
    call: (id: string) => callApi('delete', '/api/admin/carrier-shipments/:id', { param: { id } }),
    failed: 'Błąd',
    word: (failure) => describePanelFailure(failure, ACCOUNT_TEXTS.noConnection),
    onSuccess: () => toast({ title: 'Przesyłka anulowana w InPost', tone: 'success' }),
    onSettled: () => refreshParcels(revalidate),
  })
}

/** Timeout for the carrier's labels, ms. */
const LABEL_TIMEOUT_MS = 30_000

/** Saves labels as a file. A refusal is shown in a toast instead. */
export function useLabelDownload() {
  return useMutation(
    {
      mutationFn: async (ids: readonly string[]) => {
        const [only] = ids
        const address =
          ids.length === 1 && only !== undefined
            ? `/api/admin/carrier-shipments/${only}/label`
            : `/api/admin/carrier-labels?${new URLSearchParams({ ids: ids.join(',') })}`
        const response = await repeatSignedIn(
          () => fetch(address, { signal: AbortSignal.timeout(LABEL_TIMEOUT_MS) }),
          ({ status }) => status === 404,
        )
        if (response === 'session_over') throw new LabelRefused(SESSION_OVER)
        if (!response.ok) throw new LabelRefused(await readSentence(response))
        const [, name = 'etykiety.pdf'] =
          /filename="(.+)"/.exec(response.headers.get('Content-Disposition') ?? '') ?? []
        saveFile(await response.blob(), name)
        const leftOut = response.headers.get('X-Left-Out')
        if (leftOut)
          toast({ title: 'Bez anulowanych zamówień', description: `Pominięto: ${leftOut.replaceAll(',', ', ')}.` })
      },
      onError(error) {
        const description = error instanceof LabelRefused ? error.message : ACCOUNT_TEXTS.noConnection
        toast({ title: 'Nie udało się pobrać etykiet', description, tone: 'error' })
      },
    },
    queryClient,
  )
}

class LabelRefused extends Error {}

/** The sentence of a refusal; for an answer that is not the shop's own, the HTTP status. */
async function readSentence(response: Response): Promise<string> {
  const { message } = findError(await response.json().catch(() => null))
  return message ?? `Sklep odpowiedział błędem ${response.status}.`
}

function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // By then the browser has begun the download.
  setTimeout(() => URL.revokeObjectURL(link.href), LABEL_TIMEOUT_MS)
}
