import type { ReactNode } from 'react'
import { CHEVRON_DOWN, Icon } from '#app/ui/icon.tsx'
import type { Product } from '#domain/catalog/product.ts'
import { LAST_DAY_OF_OLD_LABELS } from '#domain/labels/legal-notices.ts'
import type { Producer } from '#domain/labels/producer.ts'

/** Who answers for the product, how to identify it, warnings and what is in it: folded, and whole without scripts. */
export function ProductSafety({ product }: { product: Product }) {
  const { producer, product_code: code, warnings, ingredients, allergens, opened_months: months, batch } = product
  const isKnown =
    producer !== null || [code, warnings, ingredients, months, batch].some((value) => value !== null && value !== '')
  if (!isKnown) return null
  return (
    <details className="group border-y border-night/15">
      <summary
        className="flex min-h-13 cursor-pointer list-none items-center justify-between gap-3
          [&::-webkit-details-marker]:hidden"
      >
        <h2 className="font-display text-xl">Bezpieczeństwo i skład</h2>
        <Icon d={CHEVRON_DOWN} className="size-5 shrink-0 transition-transform group-open:rotate-180" />
      </summary>
      <dl className="space-y-4 pb-5 text-sm wrap-anywhere">
        {producer && <Responsible producer={producer} />}
        {product.filled_by === 'shop' && (
          <Fact term="Napełnienie">Próbkę napełniono w naszym sklepie z oryginalnego flakonu.</Fact>
        )}
        {batch !== null && <Fact term="Numer partii">{batch}</Fact>}
        {code !== null && <Fact term="Kod produktu">{code}</Fact>}
        {warnings !== '' && (
          <Fact term="Ostrzeżenia">
            <span className="whitespace-pre-line">{warnings}</span>
          </Fact>
        )}
        {ingredients !== '' && (
          <Fact term="Skład (INCI)">
            <span className="whitespace-pre-line">{ingredients}</span>
          </Fact>
        )}
        {allergens.length > 0 && <Fact term="Alergeny zapachowe">Zawiera: {allergens.join(', ')}.</Fact>}
        {months !== null && (
          <Fact term="Po otwarciu">{`Zużyj w ciągu ${months} mies. od otwarcia (symbol ${months}M).`}</Fact>
        )}
        {product.has_old_label && (
          <Fact term="Etykieta">
            {`Opakowanie ma etykietę sprzed nowych zasad o alergenach. Wolno je sprzedawać do ${LAST_DAY_OF_OLD_LABELS}.`}
          </Fact>
        )}
      </dl>
    </details>
  )
}

function Responsible({ producer: { name, address, contact, responsible } }: { producer: Producer }) {
  return (
    <>
      <Fact term="Producent">
        {name}, {address}, <Contact of={contact} />
      </Fact>
      {responsible && (
        <Fact term="Osoba odpowiedzialna w Unii">
          {responsible.name}, {responsible.address}, <Contact of={responsible.contact} />
        </Fact>
      )}
    </>
  )
}

/** An e-mail address or a page. */
function Contact({ of: contact }: { of: string }) {
  const isPage = /^https?:/.test(contact)
  return (
    <a
      href={isPage ? contact : `mailto:${contact}`}
      {...(isPage && { rel: 'noopener nofollow' })}
      className="underline underline-offset-4"
    >
      {contact}
    </a>
  )
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt className="font-semibold">{term}</dt>
      <dd className="mt-0.5">{children}</dd>
    </div>
  )
}
