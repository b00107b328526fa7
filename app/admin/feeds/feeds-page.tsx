import { Copy } from 'lucide-react'
import { Link } from 'react-router'
import { apiQuery } from '#app/admin/panel-calls.ts'
import { Card } from '#app/admin/ui/card.tsx'
import { LoadingList, QueryView } from '#app/admin/ui/query-view.tsx'
import { type AnswerOf, callApi } from '#app/api-client.ts'
import { Button } from '#app/ui/button.tsx'
import { copyAddress } from '#app/ui/copy-address.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'

import { inflectProducts } from '#domain/catalog/product.ts'

type Report = AnswerOf<'get', '/api/admin/feeds'>

const feedsQuery = apiQuery(['admin-feeds'], (signal) => callApi('get', '/api/admin/feeds', { signal }))

/** 'Porównywarki i reklamy': the files that marketplaces read, and the products that they would refuse. */
export default function Feeds() {
  return (
    <QueryView
      query={feedsQuery}
      failed="Nie udało się sprawdzić plików"
      loading={<LoadingList rows={8} rowClass="h-10" />}
      className="space-y-4"
    >
      {(report) => (
        <>
          <Card title="Adresy plików">
            <Files {...report} />
          </Card>
          <Card title="Co poprawić">
            <Problems {...report} />
          </Card>
        </>
      )}
    </QueryView>
  )
}

function Files({ files, products }: Report) {
  return (
    <>
      <p className="mb-3 max-w-prose text-sm text-night/85">
        Wklej adres w panelu porównywarki. Plik zawsze mówi to samo co sklep: ceny, promocje i dostępność zmieniają się
        w nim od razu.
      </p>
      <ul className="divide-y divide-night/10">
        {files.map(({ title, url }) => (
          <li key={url} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2 text-sm">
            <div className="mr-auto min-w-0">
              <p className="font-semibold">{title}</p>
              <a href={url} target="_blank" rel="noreferrer" className="wrap-anywhere underline underline-offset-4">
                {url}
              </a>
            </div>
            <Button
              variant="secondary"
              size="tight"
              aria-label={`Kopiuj adres: ${title}`}
              onClick={() => copyAddress(url)}
            >
              <Copy aria-hidden="true" className="size-4" /> Kopiuj
            </Button>
          </li>
        ))}
      </ul>
      <p className="mt-3 text-sm text-night/85">
        W plikach: {products} {inflectProducts(products)}. Ukrytych nie ma, wyprzedanych nie dostaje Ceneo.
      </p>
    </>
  )
}

function Problems({ items, products, refused, flawed }: Report) {
  if (products === 0) return <EmptyState title="W sklepie nie ma jeszcze produktów, więc pliki są puste." />
  if (flawed === 0) return <EmptyState title="Nic do poprawienia: wszystkie produkty przejdą." />
  return (
    <>
      <p className="mb-3 max-w-prose text-sm text-night/85">
        Do poprawienia: <strong className="tabular-nums">{flawed}</strong>, w tym do odrzucenia:{' '}
        <strong className="tabular-nums">{refused}</strong>. Te stoją najpierw.
      </p>
      <ul className="divide-y divide-night/10 text-sm">
        {items.map(({ key, name, problems }) => (
          <li key={key} className="grid gap-x-6 py-2 sm:grid-cols-[2fr_3fr] lg:grid-cols-[1fr_2fr]">
            <h3 className="font-semibold wrap-anywhere sm:pt-2.5 lg:pt-1">{name}</h3>
            <ul>
              {problems.map((problem) => (
                <li key={problem.todo}>
                  <Link to={problem.path} className="flex min-h-11 flex-wrap items-center gap-x-2 py-1 lg:min-h-8">
                    <span className="underline underline-offset-4">{problem.todo}</span>
                    {problem.refused_by !== null && (
                      <span className="font-semibold text-wine">Odrzuci: {problem.refused_by}</span>
                    )}
                  </Link>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
      {flawed > items.length && (
        <p className="mt-3 text-sm text-oud">
          Widać {items.length} pierwszych z {flawed}.
        </p>
      )}
    </>
  )
}
