import { useState } from 'react'
import type { ApiFailure } from '#app/api-client.ts'
import { Button } from '#app/ui/button.tsx'
import { Fact } from '#app/ui/fact.tsx'
import { useAct } from '#app/ui/form/use-act.ts'
import { toast } from '#app/ui/toast.ts'
import type { Result } from '#domain/kernel/result.ts'
import { type BuyerState, describeBuyer, type InvoiceBuyerChange } from '#domain/papers/buyers/invoice-buyer.ts'
import { BuyerFields, useBuyerForm } from './buyer-fields.tsx'

type OwnBuyerProps = {
  buyer: BuyerState
  save(change: InvoiceBuyerChange): Promise<Result<unknown, ApiFailure>>
  onChanged(): void
}

const FAILED = 'Nie udało się zmienić danych'

/** Whom the invoice of an own order is for: the buyer changes it until it is issued. */
export default function OwnBuyer({ buyer, save, onChanged }: OwnBuyerProps) {
  const [isOpen, setOpen] = useState(false)
  const { acts, note, company, version } = buyer

  /** Sends a change and tells what came of it. */
  async function send(change: InvoiceBuyerChange) {
    const answer = await save(change)
    if (!answer.ok) {
      const { failure } = answer
      if (failure.reason === 'unreachable') {
        return { toast: { title: FAILED, description: 'Brak połączenia ze sklepem.' } }
      }
      if (failure.code === 'changed_meanwhile') onChanged()
      return { fields: failure.fields, toast: { title: FAILED, description: failure.message } }
    }
    toast({ title: 'Dane do faktury zmienione', description: 'Potwierdzenie wysyłamy e-mailem.', tone: 'success' })
    setOpen(false)
    onChanged()
    return undefined
  }
  const form = useBuyerForm(buyer, (typed) => send({ version, act: 'change', ...typed }))
  const [removing, remove] = useAct(async () => {
    const problem = await send({ version, act: 'remove' })
    if (problem) toast({ ...problem.toast, tone: 'error' })
  })
  const name = describeBuyer(buyer)
  if (name === '' && acts.length === 0) return null
  return (
    <div className="grid gap-3 text-sm">
      {name !== '' && (
        <dl>
          <Fact term={company ? 'Faktura na firmę' : 'Faktura'}>{name}</Fact>
        </dl>
      )}
      {note !== null && <p>{note}</p>}
      {!isOpen && acts.includes('change') && (
        <Button variant="secondary" size="tight" className="justify-self-start" onClick={() => setOpen(true)}>
          {name === '' ? 'Chcę fakturę na firmę' : 'Zmień dane do faktury'}
        </Button>
      )}
      {isOpen && (
        <form ref={form.ref} noValidate onSubmit={form.submit} className="grid gap-4">
          <BuyerFields form={form} isPerson={buyer.person !== null} />
          <div className="flex flex-wrap gap-2">
            <Button type="submit" busy={form.busy}>
              Zapisz
            </Button>
            <Button variant="secondary" onClick={() => setOpen(false)}>
              Nie zmieniaj
            </Button>
            {company && acts.includes('remove') && (
              <Button variant="quiet" busy={removing} onClick={() => void remove()}>
                Nie chcę faktury na firmę
              </Button>
            )}
          </div>
        </form>
      )}
    </div>
  )
}
