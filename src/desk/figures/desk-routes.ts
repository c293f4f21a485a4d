import { getFigures } from './get-figures.ts'
import { getFiguresFile } from './get-figures-file.ts'

export const figureRoutes = [getFigures, getFiguresFile]
