import { ProductPicture } from '#app/catalog/product-picture.tsx'

/** Pictures that a customer sent with a complaint or a review; a press opens one in a new tab. */
export function SentPictures({ keys }: { keys: readonly string[] }) {
  if (keys.length === 0) return null
  return (
    <ul className="flex flex-wrap gap-3">
      {keys.map((key, index) => (
        <li key={key}>
          <a href={`/media/products/${key}/960.webp`} target="_blank" rel="noopener">
            <ProductPicture imageKey={key} alt={`Zdjęcie ${index + 1}`} sizes="8rem" className="w-32 rounded-lg" />
            <span className="sr-only"> (otwiera się w nowej karcie)</span>
          </a>
        </li>
      ))}
    </ul>
  )
}
