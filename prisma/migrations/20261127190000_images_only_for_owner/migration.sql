-- HEIC and BMP images of earlier versions have no copy without metadata, so only their owners can download them.
UPDATE "objects"
SET "processing_error" = 'This image''s location and camera data can''t be removed, so only its owner can download it. Convert it to JPEG to share it.'
WHERE "read_state" = 'failed' AND ("type" LIKE 'image/hei%' OR "type" LIKE 'image/%bmp')
  AND "processing_error" = 'Images of this type can be downloaded, but not previewed or searched.';
