import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { connectOnce, readObject } from '#infra/storage/s3-bucket.ts'
import { expect, test } from '#tests/support/fixtures.ts'

const BEGINNING = 'HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nonly a part'

test.for([
  { title: 'never answers', answer: null },
  { title: 'stops in the middle of an object', answer: BEGINNING },
])('a storage that $title is given up', async ({ answer }, { onTestFinished }) => {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    if (answer !== null) socket.once('data', () => socket.write(answer))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const settings = {
    bucket: 'zdjecia',
    region: 'eu-central-1',
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    accessKeyId: 'key',
    secretAccessKey: 'secret',
  }
  const connection = await connectOnce(settings, 300)()
  await expect(readObject(connection, { Bucket: 'zdjecia', Key: 'products/1/480.webp' })).rejects.toThrow(/timed out/)
})
