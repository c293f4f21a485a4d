import { listTransactions } from './list-transactions.ts'

export const transactionRoutes = [listTransactions]
