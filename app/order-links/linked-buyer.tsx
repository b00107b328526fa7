import { useState } from 'react'
import { z } from 'zod'
import { callApi } from '#app/api-client.ts'
import OwnBuyer from '#app/papers/own-buyer.tsx'
import { Button } from '#app/ui/button.tsx'
import { useForm } from '#app/ui/form/form.tsx'
import { EmailField } from '#app/ui/form/text-field.tsx'
import type { BuyerState } from '#domain/papers/buyers/invoice-buyer.ts'

const schema = z.object({ email: z.string().trim().min(1, 'Podaj e-mail z zamówienia.') })

/** The buyer of the invoice behind a mailed link, shown and changed by who knows the e-mail of the order. */
export function LinkedBuyer({ token, onChanged }: { token: string; onChanged: () => void }) {
  const [buyer, setBuyer] = useState<BuyerState | null>(null)
  const read = (email: string) => callApi('post', '/api/order-link/buyer', { json: { token, email } })
  const form = useForm({
    schema,
    initial: { email: '' },
    async onSubmit({ email }) {
      const answer = await read(email)
      if (answer.ok) {
        setBuyer(answer.value)
        return undefined
      }
      const title = 'Nie udało się pokazać danych'
      const { failure } = answer
      if (failure.reason === 'unreachable') return { toast: { title, description: 'Brak połączenia ze sklepem.' } }
      if (failure.code === 'contract_other_email') return { fields: { email: failure.message } }
      return { toast: { title, description: failure.message } }
    },
  })
  if (buyer) {
    const { email } = form.values
    return (
      <OwnBuyer
        buyer={buyer}
        save={(change) => callApi('post', '/api/order-link/change-buyer', { json: { token, email, ...change } })}
        onChanged={() => {
          onChanged()
          void read(email).then((answer) => answer.ok && setBuyer(answer.value))
        }}
      />
    )
  }
  return (
    <form ref={form.ref} noValidate onSubmit={form.submit} className="grid gap-4">
      <p className="text-sm">Zobaczysz i poprawisz dane do faktury, gdy podasz e-mail z zamówienia.</p>
      <EmailField {...form.text('email')} label="E-mail z zamówienia" autoComplete="email" required />
      <Button type="submit" variant="secondary" size="tight" busy={form.busy} className="justify-self-start">
        Pokaż dane do faktury
      </Button>
    </form>
  )
}
