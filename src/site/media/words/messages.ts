// Made from the catalogs beside it: npm run generate
import { locale } from '#platform/locale.ts';

export const choose_drop_or_paste_an_image = (): string => locale() === 'de' ? "Wähl ein Bild bis 5 MB, zieh es hierher oder füg es ein." : "Choose, drop, or paste an image up to 5 MB.";
export const choose_image = (): string => locale() === 'de' ? "Bild wählen" : "Choose image";
export const failed_to_upload_image = (): string => locale() === 'de' ? "Das Bild konnte nicht hochgeladen werden" : "Failed to upload image";
export const file_size_must_be_less_than = (): string => locale() === 'de' ? "Die Datei muss kleiner als 5 MB sein" : "File size must be less than 5MB";
export const please_select_an_image_file = (): string => locale() === 'de' ? "Bitte wähl eine Bilddatei" : "Please select an image file";
export const remove_image = (): string => locale() === 'de' ? "Bild entfernen" : "Remove image";
export const replace_image = (): string => locale() === 'de' ? "Bild ersetzen" : "Replace image";
export const unknown_error_occurred = (): string => locale() === 'de' ? "Unbekannter Fehler" : "Unknown error occurred";
export const upload_failed_status_status_text = (values: { status: string | number; statusText: string | number }): string => locale() === 'de' ? `Hochladen gescheitert: ${values.status} ${values.statusText}` : `Upload failed: ${values.status} ${values.statusText}`;
export const uploading = (): string => locale() === 'de' ? "Wird hochgeladen …" : "Uploading...";
