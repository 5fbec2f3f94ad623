/** Forms with a name and pictures, as clients write them (RFC 7578). */
export interface SentForm {
  readonly content_type: string;
  readonly body: Buffer;
}

export interface SentPart {
  readonly name: string;
  readonly file_name?: string;
  readonly bytes: Uint8Array;
}

/** Any parts, between delimiters. */
export function printForm(parts: readonly SentPart[], boundary = "X"): SentForm {
  const pieces = parts.flatMap(({ name, file_name, bytes }) => {
    const file = file_name === undefined ? "" : `; filename="${file_name}"`;
    return [
      Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n`),
      bytes,
      Buffer.from("\r\n"),
    ];
  });
  return {
    content_type: `multipart/form-data; boundary=${boundary}`,
    body: Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)]),
  };
}

export function liveryForm(
  name: string,
  images: readonly (readonly [file_name: string, bytes: Uint8Array])[],
): SentForm {
  return printForm([
    { name: "name", bytes: Buffer.from(name) },
    ...images.map(([file_name, bytes]) => ({ name: "images", file_name, bytes })),
  ]);
}
