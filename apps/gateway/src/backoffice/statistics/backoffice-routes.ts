import { getFigures } from './get-statistics.ts'
import { getFiguresFile } from './get-statistics-file.ts'

export const figureRoutes = [getFigures, getFiguresFile]
