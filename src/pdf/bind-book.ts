import { type Book, BookError, type BookOrder } from "./book.ts";

/** Makes a PDF. */
export async function bindBook(_order: BookOrder): Promise<Book> {
  throw new BookError("cannot be made yet");
}
