import { useState } from 'react'
import { Button } from '#app/ui/button.tsx'
import { CheckboxField } from '#app/ui/form/choice-fields.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import type { MovingIn, UnknownStock } from '#domain/catalog/moving-in/moving-in.ts'
import type { MovingInReport } from '#domain/flows/moving-in/move-in.server.ts'
import { pluralize } from '#domain/kernel/text/dates-and-plurals.ts'

type Answers = Pick<MovingIn, 'unknown_stock' | 'shop_address' | 'group_sizes'>
type QuestionsProps = {
  asked: Answers
  answer: MovingInReport
  busy: boolean
  onAnswer: (answers: Partial<Answers>) => void
}

const STOCKS: [UnknownStock, string][] = [
  ['zero', '0: na razie wyprzedane, stan wpiszesz później'],
  ['unlimited', 'Bez limitu: sklep nie liczy sztuk'],
]

/** What the file does not say, asked once for all of its lines. */
export function MovingInQuestions({ asked, answer, busy, onAnswer }: QuestionsProps) {
  const { unknown_stock: unknown, grouped_sizes: sizes, relative_pictures: relative, address_advice: advice } = answer
  return (
    <>
      {unknown > 0 && (
        <fieldset className="card px-5 py-4 text-sm" disabled={busy}>
          <legend className="float-left mb-1 w-full font-semibold">Stan nieznany: 0 czy bez limitu?</legend>
          <p className="clear-both max-w-prose">
            {`Plik nie mówi, ile jest sztuk ${unknown} ${pluralize(unknown, PRODUCTS)}.`}
          </p>
          {STOCKS.map(([choice, label]) => (
            <label key={choice} className="flex min-h-11 items-center gap-3">
              <input
                type="radio"
                name="stan-nieznany"
                className="size-5 shrink-0 accent-night"
                checked={asked.unknown_stock === choice}
                onChange={() => onAnswer({ unknown_stock: choice })}
              />
              {label}
            </label>
          ))}
        </fieldset>
      )}
      {(relative > 0 || asked.shop_address !== null) && (
        <ShopAddress address={asked.shop_address ?? ''} relative={relative} busy={busy} onAnswer={onAnswer} />
      )}
      {sizes > 0 && (
        <div className="card px-5 py-2">
          <CheckboxField
            label={`Połącz pojemności w zapachy: ${sizes} ${pluralize(sizes, LINES)} różni się od innych tylko pojemnością`}
            checked={asked.group_sizes}
            disabled={busy}
            onChange={({ target }) => onAnswer({ group_sizes: target.checked })}
          />
        </div>
      )}
      {advice !== null && (
        <div className="card px-5 py-4 text-sm">
          <p className="max-w-prose">{advice}</p>
        </div>
      )}
    </>
  )
}

const PRODUCTS = { one: 'produktu', few: 'produktów', many: 'produktów' }
const LINES = { one: 'wiersz', few: 'wiersze', many: 'wierszy' }

type ShopAddressProps = Pick<QuestionsProps, 'busy' | 'onAnswer'> & { address: string; relative: number }

function ShopAddress({ address, relative, busy, onAnswer }: ShopAddressProps) {
  const [typed, setTyped] = useState(address)
  return (
    <form
      noValidate
      className="card grid gap-3 px-5 py-4 sm:grid-cols-[minmax(0,30rem)_auto] sm:items-center sm:justify-start"
      onSubmit={(event) => {
        event.preventDefault()
        onAnswer({ shop_address: typed.trim() || null })
      }}
    >
      <TextField
        label="Adres tamtego sklepu"
        hint={relative > 0 ? `Bez niego nie pobierzemy zdjęć: ${relative}` : 'Zdjęcia pobierzemy stamtąd'}
        placeholder="https://sklep.example.pl"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <Button type="submit" variant="secondary" busy={busy}>
        Uzupełnij adresy zdjęć
      </Button>
    </form>
  )
}
