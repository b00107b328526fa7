import { useRef } from 'react'
import { href } from 'react-router'
import { z } from 'zod'
import { type ApiFailure, callApi } from '#app/api-client.ts'
import { Button } from '#app/ui/button.tsx'
import { useForm } from '#app/ui/form/form.tsx'
import { EmailField } from '#app/ui/form/text-field.tsx'
import { NewTabLink } from '#app/ui/new-tab-link.tsx'
import type { Result } from '#domain/kernel/result.ts'
import type { LinkedCheckout } from '#domain/orders/order-links/linked-checkout.ts'
import { labelInvoice } from '#domain/papers/invoices/invoice-list.ts'
import { formatTermsDay } from '#domain/terms/terms.ts'

const schema = z.object({ email: z.string().trim().min(1, 'Podaj e-mail z zamówienia.') })

type LinkedContractProps = { token: string; checkout: Pick<LinkedCheckout, 'terms' | 'contract' | 'invoices'> }

/** The accepted terms; contract and invoices for people who know the buyer's address, because they name the buyer. */
export function LinkedContract({ token, checkout: { terms, contract, invoices } }: LinkedContractProps) {
  /** The invoice that was pressed; null: the contract. */
  const wanted = useRef<string | null>(null)
  const form = useForm({
    schema,
    initial: { email: '' },
    async onSubmit({ email }) {
      const id = wanted.current
      const answer: Result<{ filename: string; pdf: string }, ApiFailure> =
        id === null
          ? await callApi('post', '/api/order-link/contract', { json: { token, email } })
          : await callApi('post', '/api/order-link/invoice-file', { json: { token, email, id } })
      if (!answer.ok) {
        const { failure } = answer
        if (failure.reason === 'refused' && failure.code === 'contract_other_email') {
          return { fields: { email: failure.message } }
        }
        const description = failure.reason === 'refused' ? failure.message : 'Brak połączenia ze sklepem.'
        return { toast: { title: 'Nie udało się pobrać dokumentu', description } }
      }
      saveFile(answer.value)
    },
  })
  const papers = [
    ...(contract ? [{ id: null, label: 'Pobierz umowę (PDF)' }] : []),
    ...invoices.map(({ id, number }) => ({ id, label: `${labelInvoice(number)} (PDF)` })),
  ]
  if (terms === null && papers.length === 0) return null
  return (
    <section className="card px-5 py-4">
      <h2 className="font-display text-lg">Dokumenty</h2>
      {terms !== null && (
        <p className="mt-2 text-sm">
          Przy tym zamówieniu obowiązuje{' '}
          <NewTabLink href={href('/regulamin/:version', { version: terms })} className="underline underline-offset-4">
            {`regulamin z ${formatTermsDay(terms)}`}
          </NewTabLink>
          .
        </p>
      )}
      {papers.length > 0 && (
        <form ref={form.ref} noValidate onSubmit={form.submit} className="mt-3 grid gap-3">
          <EmailField
            {...form.text('email')}
            label="E-mail z zamówienia"
            hint="Dokumenty zawierają dane kupującego, dlatego prosimy o adres e-mail z zamówienia."
            autoComplete="email"
          />
          <div className="flex flex-wrap gap-2">
            {papers.map(({ id, label }) => (
              <Button
                key={label}
                type="submit"
                variant="secondary"
                busy={form.busy && wanted.current === id}
                onClick={() => {
                  wanted.current = id
                }}
              >
                {label}
              </Button>
            ))}
          </div>
        </form>
      )}
    </section>
  )
}

/** @param pdf the content in base64 */
function saveFile({ filename, pdf }: { filename: string; pdf: string }): void {
  const bytes = Uint8Array.from(atob(pdf), (letter) => letter.charCodeAt(0))
  const url = URL.createObjectURL(new Blob([bytes], { type: 'application/pdf' }))
  Object.assign(document.createElement('a'), { href: url, download: filename }).click()
  URL.revokeObjectURL(url)
}
