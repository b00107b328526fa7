import { type FormEvent, useId } from 'react'
import { href, useNavigate } from 'react-router'
import { ChoiceBox, ChoiceField } from '#app/shop/choice-fields.tsx'
import { FilterSelect } from '#app/shop/filter-select.tsx'
import { readForm } from '#app/shop/use-filter-form.ts'
import { Button } from '#app/ui/button.tsx'
import { PICKER_GENDERS } from '#domain/catalog/lists/picker.ts'
import { priceParam } from '#domain/catalog/lists/product-filters.ts'
import { OCCASIONS, parseQuestion, type ScentQuestion } from '#domain/catalog/lists/scent-question.ts'
import type { ScentFamily } from '#domain/catalog/scents/scent-families.ts'
import { TWIST_NAMES, TWISTS } from '#domain/catalog/scents/twists.ts'
import { ANSWERS_ID, buildFinderHref, FOR_WHOM, OCCASION_NAMES } from './question-words.ts'

type QuestionFormProps = {
  question: ScentQuestion
  families: ScentFamily[]
  /** Scents that one may name as known, by name. */
  known: { slug: string; name: string }[]
  /** The one of them that was named, whose former slug the question may have. */
  like: string | null
  /** On a phone the answers are at the top, and the questions above them are folded. */
  isAnswered: boolean
}

/** The three questions, and what else a shop assistant would ask: a plain GET form. */
export function QuestionForm({ question, families, known, like, isAnswered }: QuestionFormProps) {
  const navigate = useNavigate()
  const priceId = useId()
  const familyOptions = families.map(({ slug, name }) => ({ value: slug, label: name }))

  /** Leads to the same page as without scripts, by an address without empty fields. */
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const asked = parseQuestion(readForm(event.currentTarget))
    void navigate(`${buildFinderHref(asked)}#${ANSWERS_ID}`)
  }

  return (
    <search aria-label="Trzy pytania o zapach">
      {/* Always open beside the answers; browsers that cannot force this open show the summary. */}
      <details open={!isAnswered} className="lg:details-content:[content-visibility:visible]">
        <summary className="disclosure mb-2 lg:supports-[selector(::details-content)]:hidden">Trzy pytania</summary>
        <form
          method="get"
          action={`${href('/znajdz-zapach')}#${ANSWERS_ID}`}
          onSubmit={submit}
          className="card space-y-6 p-5 sm:p-6"
        >
          <ChoiceField
            legend="1. Kiedy chcesz go nosić?"
            name="kiedy"
            value={question.when}
            options={OCCASIONS.map((value) => ({ value, label: OCCASION_NAMES[value] }))}
            none="Obojętnie"
          />
          <ChoicesField legend="2. Co lubisz?" name="lubie" values={question.likes} options={familyOptions} />
          <ChoicesField legend="3. Czego nie znosisz?" name="nie" values={question.dislikes} options={familyOptions} />
          <details
            open={question.like !== null || question.gender !== null || question.maxPrice !== null}
            className="border-t border-night/15 pt-3"
          >
            <summary className="disclosure">Dla kogo, za ile, podobny do czego</summary>
            <div className="mt-4 space-y-6">
              <ChoiceField
                legend="Dla kogo?"
                name="gender"
                value={question.gender}
                options={PICKER_GENDERS.map((value) => ({ value, label: FOR_WHOM[value] }))}
                none="Obojętnie"
              />
              <div>
                <label htmlFor={priceId} className="mb-2 block text-sm font-semibold">
                  Najwyżej ile (zł)
                </label>
                <input
                  id={priceId}
                  name="maxPrice"
                  inputMode="decimal"
                  autoComplete="off"
                  maxLength={10}
                  placeholder="80"
                  defaultValue={question.maxPrice === null ? '' : priceParam(question.maxPrice)}
                  className="pill min-h-11 w-32 px-4 py-2 text-base placeholder:text-night/70"
                />
              </div>
              <FilterSelect
                label="Podobny do zapachu, który znasz"
                name="jak"
                value={like ?? ''}
                options={[
                  { value: '', label: 'Żaden' },
                  ...known.map(({ slug, name }) => ({ value: slug, label: name })),
                ]}
              />
              <ChoicesField
                legend="Podobny, ale…"
                name="ale"
                values={question.twists}
                options={TWISTS.map((value) => ({ value, label: TWIST_NAMES[value] }))}
              />
            </div>
          </details>
          <Button type="submit" size="lg" className="w-full">
            Pokaż zapachy
          </Button>
        </form>
      </details>
    </search>
  )
}

type ChoicesFieldProps = {
  legend: string
  name: string
  values: readonly string[]
  options: { value: string; label: string }[]
}

/** Boxes to tick that look like pills, any number of them. */
function ChoicesField({ legend, name, values, options }: ChoicesFieldProps) {
  return (
    <fieldset>
      <legend className="mb-2 text-sm font-semibold">{legend}</legend>
      <div className="flex flex-wrap gap-2">
        {options.map(({ value, label }) => (
          <ChoiceBox key={value} name={name} value={value} checked={values.includes(value)}>
            {label}
          </ChoiceBox>
        ))}
      </div>
    </fieldset>
  )
}
