import { describe, expect, test } from 'vitest'
import { listAskedAddresses, listFormerAddresses } from '#domain/catalog/moving-in/former-addresses.ts'
import type { FormerShop } from '#domain/catalog/moving-in/moving-in.ts'

type Told = Partial<Record<'id' | 'handle' | 'address' | 'name', string>>
const stored = (shop: FormerShop, told: Told) =>
  listFormerAddresses({ shop, id: '', handle: '', address: '', name: 'Róża & Oud 50 ml', ...told }).addresses
const leads = (shop: FormerShop, told: Told, url: string) =>
  listAskedAddresses(url).some((asked) => stored(shop, told).includes(asked))

describe('the former page of a product', () => {
  test.for<[FormerShop, Told, string[]]>([
    [
      'prestashop',
      { id: '12', address: 'roza-oud' },
      [
        '/12-roza-oud.html',
        '/perfumy-damskie/12-roza-oud.html',
        '/pl/perfumy/12-34-roza-oud.html#/pojemnosc-50',
        '/index.php?id_product=12&controller=product',
        '/index.php?controller=product&id_product=12&id_lang=1',
        '/12-zmieniona-nazwa.html?utm_source=x',
      ],
    ],
    ['prestashop', { id: '12' }, ['/perfumy/12-jakas-nazwa.html']],
    ['prestashop', { address: 'róża-oud' }, ['/roza-oud', '/perfumy/r%C3%B3%C5%BCa-oud.html', '/pl/roza-oud.html']],
    [
      'shopify',
      { handle: 'roza-oud' },
      [
        '/products/roza-oud',
        '/products/Roza-Oud/',
        '/collections/nowe/products/roza-oud?variant=4',
        '/pl/products/roza-oud',
        '/en-gb/collections/all/products/roza-oud',
      ],
    ],
    ['shopify', { handle: 'róża-oud' }, ['/products/r%C3%B3%C5%BCa-oud', '/products/róża-oud']],
    [
      'woocommerce',
      {},
      [
        '/produkt/roza-oud-50-ml',
        '/product/roza-oud-50-ml/',
        '/sklep/perfumy/roza-oud-50-ml',
        '/perfumy/r%C3%B3%C5%BCa-oud-50-ml/?utm=1',
      ],
    ],
    ['woocommerce', { address: 'https://x.example/sklep/stara-roza/' }, ['/sklep/stara-roza', '/produkt/stara-roza']],
    ['woocommerce', { address: 'stara-roza' }, ['/produkt/stara-roza', '/?product=stara-roza']],
    [
      'woocommerce',
      { address: 'https://x.example/?product=stara-roza' },
      ['/?product=stara-roza', '/produkt/stara-roza'],
    ],
    [
      'shoper',
      { id: '12' },
      ['/pl/p/Roza-Oud-50-ml/12', '/p/roza/12', '/Roza-Oud-p-12', '/pl/Roza-Oud-p-12.html', '/pl/p/Roza/12?x=1'],
    ],
    ['shoper', { address: 'Roza-Oud-50-ml-p-12' }, ['/Roza-Oud-50-ml-p-12', '/roza-oud-50-ml-p-12', '/pl/p/Inna/12']],
    ['shoper', { address: 'roza-oud' }, ['/roza-oud', '/Roza-Oud/']],
    ['shoper', {}, ['/pl/p/Roza-Oud-50-ml/12', '/Roza-Oud-50-ml-p-12']],
    [
      'magento',
      { address: 'roza-oud' },
      ['/roza-oud.html', '/roza-oud', '/perfumy/damskie/roza-oud.html', '/catalog/product/view/id/9/s/roza-oud/'],
    ],
    [
      'list',
      { address: 'https://x.example/produkt.php?id=5&kat=2' },
      ['/produkt.php?id=5&kat=2', '/Produkt.php?id=5&kat=2'],
    ],
    ['list', { address: 'https://x.example/Perfumy/Ró%C5%BCa.html?utm=1' }, ['/Perfumy/Ró%C5%BCa.html?utm=1']],
  ])('of %s %o is found', ([shop, told, urls]) => {
    for (const url of urls) expect([url, leads(shop, told, url)]).toEqual([url, true])
  })

  test('is not taken for another one', () => {
    for (const url of ['/13-roza-oud.html', '/index.php?id_product=120', '/12', '/', '/pl/p/Roza/12']) {
      expect([url, leads('prestashop', { id: '12', address: 'roza-oud' }, url)]).toEqual([url, false])
    }
    for (const url of ['/products', '/products/inne', '/roza-oud/products']) {
      expect([url, leads('shopify', { handle: 'roza-oud' }, url)]).toEqual([url, false])
    }
    expect(leads('list', { address: 'https://x.example/produkt.php?id=5' }, '/produkt.php?id=50')).toBe(false)
  })

  test('is unknown where the file tells nothing; broken addresses are nobody’s', () => {
    expect(stored('baselinker', { id: '5501' })).toEqual([])
    expect(stored('list', {})).toEqual([])
    expect(listAskedAddresses('/%E0%A4%A')).toEqual([])
    expect(listAskedAddresses('//')).toEqual([])
  })
})
