import { href } from 'react-router'
import { z } from 'zod'
import { callApi } from '#app/api-client.ts'
import { Button } from '#app/ui/button.tsx'
import { useForm } from '#app/ui/form/form.tsx'
import { EmailField } from '#app/ui/form/text-field.tsx'
import { NewTabLink } from '#app/ui/new-tab-link.tsx'
import type { LinkedCheckout } from '#domain/orders/order-links/linked-checkout.ts'
import { formatTermsDay } from '#domain/terms/terms.ts'

const schema = z.object({ email: z.string().trim().min(1, 'Podaj e-mail z zamówienia.') })

type LinkedContractProps = { token: string; checkout: Pick<LinkedCheckout, 'terms' | 'contract'> }

/** The accepted terms, and the contract for people who know the buyer's address, because it names the buyer. */
export function LinkedContract({ token, checkout: { terms, contract } }: LinkedContractProps) {
  const form = useForm({
    schema,
    initial: { email: '' },
    async onSubmit({ email }) {
      const answer = await callApi('post', '/api/order-link/contract', { json: { token, email } })
      if (answer.ok) {
        saveFile(answer.value)
        return undefined
      }
      const { failure } = answer
      if (failure.reason === 'refused' && failure.code === 'contract_other_email') {
        return { fields: { email: failure.message } }
      }
      const description = failure.reason === 'refused' ? failure.message : 'Brak połączenia ze sklepem.'
      return { toast: { title: 'Nie udało się pobrać umowy', description } }
    },
  })
  if (terms === null && !contract) return null
  return (
    <section className="card px-5 py-4">
      <h2 className="font-display text-lg">Umowa i regulamin</h2>
      {terms !== null && (
        <p className="mt-2 text-sm">
          Przy tym zamówieniu obowiązuje{' '}
          <NewTabLink href={href('/regulamin/:version', { version: terms })} className="underline underline-offset-4">
            {`regulamin z ${formatTermsDay(terms)}`}
          </NewTabLink>
          .
        </p>
      )}
      {contract && (
        <form
          ref={form.ref}
          noValidate
          onSubmit={form.submit}
          className="mt-3 grid gap-3 sm:grid-cols-[1fr_auto] sm:items-start"
        >
          <EmailField
            {...form.text('email')}
            label="E-mail z zamówienia"
            hint="Umowa zawiera dane kupującego, dlatego o niego pytamy."
            autoComplete="email"
          />
          <Button type="submit" variant="secondary" busy={form.busy} className="sm:mt-6.5">
            Pobierz umowę (PDF)
          </Button>
        </form>
      )}
    </section>
  )
}

function saveFile({ filename, pdf }: { filename: string; pdf: string }): void {
  const bytes = Uint8Array.from(atob(pdf), (letter) => letter.charCodeAt(0))
  const url = URL.createObjectURL(new Blob([bytes], { type: 'application/pdf' }))
  const link = document.createElement('a')
  link.href = url
  link.download = filename
  link.click()
  URL.revokeObjectURL(url)
}
