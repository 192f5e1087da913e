package org.mailvane.api;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.jdbc.CannotGetJdbcConnectionException;
import org.springframework.transaction.CannotCreateTransactionException;
import org.springframework.web.HttpMediaTypeNotAcceptableException;
import org.springframework.web.HttpMediaTypeNotSupportedException;
import org.springframework.web.HttpRequestMethodNotSupportedException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.request.async.AsyncRequestNotUsableException;
import org.springframework.web.method.annotation.MethodArgumentTypeMismatchException;
import org.springframework.web.multipart.MaxUploadSizeExceededException;
import org.springframework.web.multipart.MultipartException;
import org.springframework.web.servlet.NoHandlerFoundException;

/** The one place where what goes wrong becomes a response. */
@RestControllerAdvice
class ProblemHandler {

    private static final Logger log = LoggerFactory.getLogger(ProblemHandler.class);
    private static final String RETRY_SECONDS = "5";

    private final ProblemWriter writer;

    ProblemHandler(ProblemWriter writer) {
        this.writer = writer;
    }

    @ExceptionHandler
    void handle(Exception failure, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        if (failure instanceof HttpRequestMethodNotSupportedException wrongMethod) {
            String allowed =
                    String.join(
                            ", ",
                            Objects.requireNonNullElse(
                                    wrongMethod.getSupportedMethods(), new String[0]));
            response.setHeader(HttpHeaders.ALLOW, allowed);
        }
        ApiProblem problem = problemOf(failure, request);
        if (problem.status() == HttpStatus.SERVICE_UNAVAILABLE) {
            response.setHeader(HttpHeaders.RETRY_AFTER, RETRY_SECONDS);
        }
        writer.write(problem, request, response);
    }

    private static ApiProblem problemOf(Exception failure, HttpServletRequest request) {
        return switch (failure) {
            case ApiProblem problem -> problem;
            case NoHandlerFoundException none -> ApiProblem.notFound();
            // A path id that is no integer names nothing.
            case MethodArgumentTypeMismatchException mismatch -> ApiProblem.notFound();
            case HttpRequestMethodNotSupportedException wrongMethod ->
                    ApiProblem.of(
                            HttpStatus.METHOD_NOT_ALLOWED,
                            "method_not_allowed",
                            "Method \"" + wrongMethod.getMethod() + "\" not allowed.");
            case HttpMediaTypeNotSupportedException wrongType ->
                    ApiProblem.of(
                            HttpStatus.UNSUPPORTED_MEDIA_TYPE,
                            "unsupported_media_type",
                            "Unsupported media type \""
                                    + wrongType.getContentType()
                                    + "\" in request.");
            case HttpMediaTypeNotAcceptableException notAcceptable ->
                    ApiProblem.of(
                            HttpStatus.NOT_ACCEPTABLE,
                            "not_acceptable",
                            "The answer is JSON, which the request does not accept.");
            case HttpMessageNotReadableException unreadable ->
                    ApiProblem.of(
                            HttpStatus.BAD_REQUEST,
                            "parse_error",
                            "The request's body can't be read as JSON.");
            case MaxUploadSizeExceededException tooLarge -> uploadTooLarge();
            case MultipartException malformed ->
                    ApiProblem.of(
                            HttpStatus.BAD_REQUEST,
                            "parse_error",
                            "The request's multipart body can't be read.");
            case CannotGetJdbcConnectionException away -> databaseAway(failure);
            case CannotCreateTransactionException away -> databaseAway(failure);
            case DataAccessResourceFailureException away -> databaseAway(failure);
            // The client has gone away; nobody reads what is written now.
            case AsyncRequestNotUsableException gone -> unexpected();
            default -> {
                log.error("{} {} failed", request.getMethod(), request.getRequestURI(), failure);
                yield unexpected();
            }
        };
    }

    static ApiProblem uploadTooLarge() {
        return ApiProblem.of(
                HttpStatus.CONTENT_TOO_LARGE,
                "too_large",
                "The upload is larger than " + ApiConfiguration.UPLOAD_LIMIT_MB + " MB.");
    }

    static ApiProblem databaseAway(Exception failure) {
        log.error("The database does not answer: {}", failure.getMessage());
        return ApiProblem.of(
                HttpStatus.SERVICE_UNAVAILABLE,
                "database_unavailable",
                "The database does not answer. Try again in a few seconds.");
    }

    private static ApiProblem unexpected() {
        return ApiProblem.of(
                HttpStatus.INTERNAL_SERVER_ERROR,
                "error",
                "Something went wrong on our side; the log has it under this request_id.");
    }
}
