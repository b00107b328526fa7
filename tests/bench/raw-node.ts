import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

/** The reference: plain Node that answers every request with the same bytes. Arguments: file with the body, port. */
const [file = '', port = '0'] = process.argv.slice(2)
const body = readFileSync(file)
const head = [
  'Content-Type',
  'text/html; charset=utf-8',
  'Content-Encoding',
  'br',
  'Content-Length',
  String(body.length),
]
createServer((_, response) => {
  response.writeHead(200, head)
  response.end(body)
}).listen(Number(port), '127.0.0.1', () => process.send?.('listening'))
