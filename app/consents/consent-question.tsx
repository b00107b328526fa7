import { useState } from 'react'
import { href } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { CheckboxField } from '#app/ui/form/choice-fields.tsx'
import { NewTabLink } from '#app/ui/new-tab-link.tsx'
import { CONSENT_TITLE, leadConsent, PURPOSE_WORDS, type Purpose } from '#domain/consents/consent.ts'
import type { Consent } from './stored-consent.ts'

type ConsentQuestionProps = {
  purposes: readonly Purpose[]
  /** The present answer; null: none yet. */
  consent: Consent | null
  onAnswer(consent: Consent): void
}

const NOTHING: Consent = { statistics: false, advertising: false }

/** Asks for each purpose. All ways to answer are buttons of one kind. */
export function ConsentQuestion({ purposes, consent, onAnswer }: ConsentQuestionProps) {
  const isApart = purposes.length > 1
  const [isChoosing, setChoosing] = useState(isApart && consent !== null)
  const [chosen, setChosen] = useState(consent ?? NOTHING)
  const everything = { statistics: purposes.includes('statistics'), advertising: purposes.includes('advertising') }
  return (
    <section
      aria-labelledby="consent-title"
      className="pointer-events-auto mb-2 max-w-md rounded-3xl bg-ivory p-4 sm:p-5 shadow-lift ring-1 ring-night/15"
    >
      <h2 id="consent-title" className="font-display text-lg">
        {CONSENT_TITLE}
      </h2>
      <p className="mt-1 text-sm">
        {leadConsent(purposes)}{' '}
        <NewTabLink href={href('/polityka-prywatnosci')} className="underline underline-offset-2">
          Polityka prywatności
        </NewTabLink>
      </p>
      {consent !== null && <p className="mt-2 text-sm font-semibold">Teraz: {describe(purposes, consent)}.</p>}
      {isChoosing && (
        <fieldset className="mt-1">
          <legend className="sr-only">Na co się zgadzasz</legend>
          {purposes.map((purpose) => (
            <CheckboxField
              key={purpose}
              checked={chosen[purpose]}
              onChange={(event) => setChosen({ ...chosen, [purpose]: event.target.checked })}
              label={
                <>
                  <span className="font-semibold">{PURPOSE_WORDS[purpose].name}</span>: {PURPOSE_WORDS[purpose].text}
                </>
              }
            />
          ))}
        </fieldset>
      )}
      <div className={`mt-3 grid gap-2 ${isApart ? 'grid-cols-3' : 'grid-cols-2'}`}>
        <Answer onClick={() => onAnswer(NOTHING)}>Odrzuć</Answer>
        {isApart && (
          <Answer onClick={() => (isChoosing ? onAnswer(chosen) : setChoosing(true))}>
            {isChoosing ? 'Zapisz' : 'Wybieram'}
          </Answer>
        )}
        <Answer onClick={() => onAnswer(everything)}>Zgadzam się</Answer>
      </div>
    </section>
  )
}

function Answer({ onClick, children }: { onClick(): void; children: string }) {
  return (
    <Button variant="secondary" size="tight" className="max-sm:px-1.5" onClick={onClick}>
      {children}
    </Button>
  )
}

function describe(purposes: readonly Purpose[], consent: Consent): string {
  const allowed = purposes.filter((purpose) => consent[purpose])
  if (allowed.length === 0) return 'brak zgody'
  if (allowed.length === purposes.length) return 'zgoda'
  return `zgoda na: ${allowed.map((purpose) => PURPOSE_WORDS[purpose].name.toLowerCase()).join(', ')}`
}
