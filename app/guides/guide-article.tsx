import { href, Link } from 'react-router'
import { ProductGrid } from '#app/catalog/product-grid.tsx'
import { ProductPicture } from '#app/catalog/product-picture.tsx'
import type { Catalog } from '#domain/catalog/catalog.ts'
import type { CardProduct } from '#domain/catalog/product.ts'
import type { GuideBlock } from '#domain/guides/guide.ts'

type ProductsBlock = { id: string; kind: 'products'; products: CardProduct[] }
export type ShownBlock = Exclude<GuideBlock, { kind: 'products' }> | ProductsBlock

/** The blocks with the products that are on sale now. A block without any is left out. */
export function composeBlocks(blocks: readonly GuideBlock[], { byKey }: Pick<Catalog, 'byKey'>): ShownBlock[] {
  return blocks.flatMap((block): ShownBlock[] => {
    if (block.kind !== 'products') return [block]
    const products = block.product_ids.flatMap((id) => byKey.get(id)?.card ?? [])
    return products.length === 0 ? [] : [{ id: block.id, kind: 'products', products }]
  })
}

type GuideArticleProps = { title: string; blocks: readonly ShownBlock[] }

/** A guide as everybody reads it. */
export function GuideArticle({ title, blocks }: GuideArticleProps) {
  return (
    <article className="page-width pt-3 pb-20 sm:pt-6">
      <nav aria-label="Okruszki" className="mb-3 flex items-center text-sm">
        <Link to={href('/poradnik')} className="inline-flex min-h-11 items-center underline-offset-4 hover:underline">
          Poradnik
        </Link>
        <span aria-hidden="true" className="mx-2 text-night/50">
          /
        </span>
        <span aria-current="page" className="truncate text-night/80">
          {title}
        </span>
      </nav>
      <h1 className="max-w-3xl font-display text-3xl wrap-anywhere sm:text-4xl">{title}</h1>
      {blocks.map((block) => (
        <Block key={block.id} block={block} />
      ))}
    </article>
  )
}

function Block({ block }: { block: ShownBlock }) {
  switch (block.kind) {
    case 'heading':
      return <h2 className="mt-10 max-w-3xl font-display text-xl wrap-anywhere sm:text-2xl">{block.text}</h2>
    case 'paragraph':
      return <p className="mt-4 max-w-prose whitespace-pre-line wrap-anywhere">{block.text}</p>
    case 'picture':
      return (
        <ProductPicture
          imageKey={block.image_key}
          alt={block.alt}
          sizes="(min-width: 30rem) 28rem, 92vw"
          className="mt-8 w-full max-w-md rounded-2xl"
        />
      )
    default:
      return (
        <section aria-label="Produkty" className="mt-10">
          <h2 className="sr-only">Produkty</h2>
          <ProductGrid products={block.products} layout="row" opens="page" />
        </section>
      )
  }
}
