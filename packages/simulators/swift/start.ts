import { startSwift } from './swift.ts'

/** `node packages/simulators/swift/start.ts`: a real S3 store until Ctrl-C. Prints its settings as one line of JSON when ready. */
const swift = await startSwift()
process.stdout.write(`${JSON.stringify(swift)}\n`)

const end = () => void swift.stop().then(() => process.exit(0))
process.once('SIGTERM', end)
process.once('SIGINT', end)
