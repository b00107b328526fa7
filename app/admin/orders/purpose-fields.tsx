import { Fragment } from 'react'
import { type DecidedPiece, RestockFields } from '#app/admin/restock-fields.tsx'
import { Options } from '#app/admin/ui/form-parts.tsx'
import { RadioCard } from '#app/ui/form/radio-card.tsx'
import type { AskedPurpose } from '#domain/payments/refunds/refund-request.ts'

type Purpose = AskedPurpose['purpose']

const PURPOSE_WORDS: Record<Purpose, { title: string; effect: string }> = {
  goodwill: {
    title: 'Rabat albo przeprosiny',
    effect: 'Kupujący zatrzymuje towar. Na korekcie albo w ewidencji spada cena tego, co ma.',
  },
  returned: { title: 'Towar, który wrócił', effect: 'Te sztuki znikają z faktury albo trafiają do ewidencji zwrotów.' },
  delivery: { title: 'Dostawa', effect: 'Na dokumentach spada tylko jej koszt.' },
}

/** What the owner chose: why the money goes back, and the pieces that came back, by product. */
export type ChosenPurpose = { purpose: Purpose; back: Readonly<Record<string, number>> }

/** All of these pieces, as having come back. */
export const countAll = (pieces: readonly DecidedPiece[]): ChosenPurpose['back'] =>
  Object.fromEntries(pieces.map(({ key, most }) => [key, most]))

export const listReturned = ({ purpose, back }: ChosenPurpose): AskedPurpose['returned'] =>
  purpose === 'returned' ? Object.entries(back).map(([product_id, quantity]) => ({ product_id, quantity })) : []

/** The pieces that came back, of which the owner decides how many are sold again. */
const listBack = (pieces: readonly DecidedPiece[], { back }: ChosenPurpose): DecidedPiece[] =>
  pieces.map((piece) => ({ ...piece, most: back[piece.key] ?? 0 })).filter(({ most }) => most > 0)

/** Of the pieces that came back, those that are sold again: no more than came back. */
export const listSoldAgain = (
  pieces: readonly DecidedPiece[],
  purpose: ChosenPurpose,
  again: Readonly<Record<string, number>>,
): AskedPurpose['returned'] =>
  purpose.purpose !== 'returned'
    ? []
    : listBack(pieces, purpose).map(({ key, most }) => ({
        product_id: key,
        quantity: Math.min(most, again[key] ?? most),
      }))

type PurposeFieldsProps = {
  pieces: readonly DecidedPiece[]
  chosen: ChosenPurpose
  onChange: (chosen: ChosenPurpose) => void
  /** How many of the pieces that came back are sold again; absent: it is not asked here. */
  again?: { chosen: Readonly<Record<string, number>>; onChange: (again: Readonly<Record<string, number>>) => void }
}

/** 'Za co oddajesz pieniądze?': papers and the till repeat the answer. */
export function PurposeFields({ pieces, chosen, onChange, again }: PurposeFieldsProps) {
  const { purpose, back } = chosen
  const purposes = Object.entries(PURPOSE_WORDS) as [Purpose, (typeof PURPOSE_WORDS)[Purpose]][]
  return (
    <fieldset className="space-y-2 text-sm">
      <legend className="mb-1 font-medium">Za co oddajesz pieniądze?</legend>
      {purposes
        .filter(([value]) => value !== 'returned' || pieces.length > 0)
        .map(([value, { title, effect }]) => (
          <Fragment key={value}>
            <RadioCard
              name="purpose"
              value={value}
              checked={purpose === value}
              // All pieces, until the owner says that fewer came back.
              onChoose={() => onChange({ purpose: value, back: countAll(pieces) })}
              title={title}
            >
              {effect}
            </RadioCard>
            {value === 'returned' && purpose === value && (
              <fieldset>
                <legend className="mb-1 font-medium">Ile wróciło</legend>
                <ul className="divide-y divide-night/10">
                  {pieces.map(({ key, name, most }) => (
                    <li key={key} className="flex items-center justify-between gap-3 py-1.5">
                      <span className="min-w-0 wrap-anywhere">{name}</span>
                      <select
                        aria-label={`Ile wróciło: ${name}`}
                        className="min-h-11 shrink-0 rounded-lg border border-night/45 bg-white px-3"
                        value={back[key] ?? 0}
                        onChange={({ target }) =>
                          onChange({ ...chosen, back: { ...back, [key]: Number(target.value) } })
                        }
                      >
                        <Options of={Array.from({ length: most + 1 }, (_, count) => [count, `${count} z ${most}`])} />
                      </select>
                    </li>
                  ))}
                </ul>
              </fieldset>
            )}
            {value === 'returned' && purpose === value && again && (
              <RestockFields pieces={listBack(pieces, chosen)} {...again} />
            )}
          </Fragment>
        ))}
    </fieldset>
  )
}
